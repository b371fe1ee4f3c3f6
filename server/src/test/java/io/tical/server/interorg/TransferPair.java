package io.tical.server.interorg;

import io.tical.server.Merchant;
import io.tical.server.Reply;
import io.tical.server.TestService;
import java.util.Locale;

/** How tests send money between organizations. */
final class TransferPair {
    static final String TREE = "/v1/organization-transfers";

    private TransferPair() {}

    static String code(TestService service, Merchant merchant) {
        return service.tical().organizations().read(merchant.organizationId()).code();
    }

    static String body(String code, String currency, long amount, String reference) {
        return String.format(Locale.ROOT, """
                {"target_code":"%s","currency_code":"%s","amount":%d,"merchant_ref_id":"%s"}""", code, currency, amount, reference);
    }

    /** Asks to send baht. */
    static Reply send(TestService service, Merchant from, Merchant to, long amount, String reference) {
        return from.post(TREE, body(code(service, to), "THB", amount, reference));
    }
}
