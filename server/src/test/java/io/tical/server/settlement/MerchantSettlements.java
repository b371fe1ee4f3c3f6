package io.tical.server.settlement;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.AuditedService;
import io.tical.server.Merchant;
import io.tical.server.OpenApiContract;
import io.tical.server.Reply;
import io.tical.server.merchant.Fee;
import io.tical.server.merchant.FeeRule;
import io.tical.server.merchant.FeeType;
import io.tical.server.merchant.OneChange;
import io.tical.server.webhook.CallbackEndpoint.Form;
import io.tical.server.webhook.CallbackEndpoint.Kind;
import io.tical.server.webhook.CallbackSink;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;

/** Tests of settlements that merchants create, whose callbacks arrive in a sink. */
abstract class MerchantSettlements extends AuditedService {
    static final long FUNDS = 1_000_000;

    final CallbackSink sink = new CallbackSink();

    /** The path of the settlements. */
    private final String tree;

    private final int dispatchSeconds;

    MerchantSettlements(String tree, int dispatchSeconds) {
        this.tree = tree;
        this.dispatchSeconds = dispatchSeconds;
    }

    @Override
    protected Map<String, String> settings() {
        return Map.of(
                "TICAL_WEBHOOK_ALLOW", "127.0.0.1",
                "TICAL_SANDBOX_DISPATCH_SECONDS", Integer.toString(dispatchSeconds),
                "TICAL_RAIL_POLL_SECONDS", "1");
    }

    @AfterAll
    void closeSink() {
        sink.close();
    }

    Merchant funded() {
        return funded(Form.AUTO);
    }

    /** @param form of the callbacks */
    Merchant funded(Form form) {
        var merchant = service.merchant().funded("THB", FUNDS);
        service.tical().callbackEndpoints().save(merchant.organizationId(), Kind.PAYOUT, sink.url(), form);
        return merchant;
    }

    void fee(Merchant merchant, String currency, long perMille, long fixed) {
        service.tical()
                .organizations()
                .change(
                        merchant.organizationId(),
                        OneChange.fee(new FeeRule(false, currency, FeeType.SETTLEMENT, new Fee(perMille, fixed))));
    }

    /** The first callback about a settlement, which is as documented. */
    CallbackSink.Received callback(String id) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> !sink.about(id).isEmpty());
        var callback = sink.about(id).getFirst();
        OpenApiContract.merchants()
                .checkCallback(callback.headers(), callback.body().getBytes(StandardCharsets.UTF_8));
        return callback;
    }

    Reply await(Merchant merchant, String id, String status) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(
                                merchant.get(tree + "/" + id).expect(200).word("status"))
                        .isEqualTo(status));
        return merchant.get(tree + "/" + id);
    }
}
