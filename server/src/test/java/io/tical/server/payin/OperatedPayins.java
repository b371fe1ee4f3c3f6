package io.tical.server.payin;

import io.tical.server.Merchant;
import io.tical.server.OperatedService;
import io.tical.server.Reply;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;

/** Tests of what operators do to payins: each with live payins of an organization of its own, which pays a fee of one percent. */
abstract class OperatedPayins extends OperatedService {
    final AtomicInteger references = new AtomicInteger();
    Merchant shop;
    Merchant live;

    @BeforeEach
    void newMerchant() {
        shop = service.merchant();
        live = service.live(shop);
        service.payinFee(shop, "THB", 10, 0);
    }

    String payin(long amount) {
        return live.payin("order-" + references.incrementAndGet(), amount)
                .expect(201)
                .word("id");
    }

    static String path(String id) {
        return "/admin/v1/payins/" + id;
    }

    Reply read(String id) {
        return finance.get(path(id)).expect(200);
    }

    /** A body with the payin's present version. */
    String versioned(String id, String more) {
        return String.format(Locale.ROOT, "{\"version\":%d%s}", read(id).number("version"), more);
    }

    String confirmation(String id, long paid, String reference) {
        var reason = read(id).number("transfer_amount") == paid ? "" : ",\"override_reason\":\"payer_error\"";
        return versioned(
                id,
                String.format(
                                Locale.ROOT,
                                ",\"paid_amount\":%d,\"reference\":\"%s\",\"note\":\"on the statement\"",
                                paid,
                                reference)
                        + reason);
    }

    /** The completion of a refund by a transfer of its own. */
    String refunded(String id) {
        return versioned(id, ",\"reference\":\"refund-" + references.incrementAndGet() + "\"");
    }

    /** A payin that a payment with the reference {@code ref-} and its id paid. */
    String paid(long amount) {
        var id = payin(amount);
        var reply = finance.post(path(id) + "/confirm", confirmation(id, amount, "ref-" + id));
        if (reply.status() == 202) {
            colleague
                    .post("/admin/v1/approvals/" + reply.word("approval_id") + "/approve")
                    .expect(200);
        }
        return id;
    }
}
