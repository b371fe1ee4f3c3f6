package io.tical.server.payin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.server.Merchant;
import io.tical.server.OpenApiContract;
import io.tical.server.TestService;
import io.tical.server.key.TransactionKey;
import io.tical.server.payin.PayinAction.Receipt;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.StaffDecision;
import io.tical.server.webhook.CallbackEndpoint.Form;
import io.tical.server.webhook.CallbackEndpoint.Kind;
import io.tical.server.webhook.CallbackSink;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What merchants are told of payins, over real HTTP to a sink on loopback. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PayinCallbackTest {
    private static final Duration SOON = Duration.ofSeconds(90);
    private static final OpenApiContract CONTRACT = OpenApiContract.merchants();
    private static final StaffDecision STAFF = new StaffDecision("finance", null, null, "request");

    private TestService service;
    private CallbackSink sink;
    private Merchant merchant;

    @BeforeAll
    void start() {
        service = TestService.start(Map.of("TICAL_WEBHOOK_ALLOW", "127.0.0.1"));
    }

    @AfterAll
    void stop() {
        service.close();
    }

    @BeforeEach
    void merchantWithAnEndpoint() {
        sink = new CallbackSink();
        merchant = service.merchant();
        service.tical().callbackEndpoints().save(merchant.organizationId(), Kind.PAYIN, sink.url(), Form.AUTO);
    }

    @AfterEach
    void closeSink() {
        sink.close();
    }

    private JsonNode callback(String id, int number) {
        await().atMost(SOON).until(() -> sink.about(id).size() >= number);
        sink.about(id)
                .forEach(callback -> CONTRACT.checkCallback(
                        callback.headers(), callback.body().getBytes(StandardCharsets.UTF_8)));
        return sink.about(id).get(number - 1).json();
    }

    private TransactionKey target(String id, boolean livemode) {
        return new TransactionKey(merchant.organizationId(), livemode, UUID.fromString(id));
    }

    @Test
    void aV1PayinThatSucceedsSendsAnEnvelope() {
        var id = merchant.payin("envelope", 20_000).expect(201).word("id");
        merchant.post("/v1/payins/" + id + "/test-confirm").expect(200);
        var body = callback(id, 1);
        assertThat(body.get("event").asText()).isEqualTo("payin.succeeded");
        assertThat(body.get("livemode").asBoolean()).isFalse();
        var data = body.get("data");
        assertThat(data.get("order_ref").asText()).isEqualTo("envelope");
        assertThat(data.get("status").asText()).isEqualTo("success");
        assertThat(data.get("paid_amount").asLong())
                .isEqualTo(data.get("transfer_amount").asLong());
        assertThat(sink.about(id).getFirst().header("X-Transaction-Type")).isEqualTo("payin");
    }

    @Test
    void aGuidePayinSendsTheWholeTransaction() {
        var id = merchant.guidePayin("transaction", 20_000).expect(201).word("id");
        merchant.post("/v1/payins/" + id + "/test-confirm").expect(200);
        var body = callback(id, 1);
        assertThat(body.fieldNames())
                .toIterable()
                .contains(
                        "id",
                        "transaction_type",
                        "status",
                        "merchant_ref_id",
                        "currency_code",
                        "request_amount",
                        "paid_amount",
                        "transfer_amount",
                        "fee_amount",
                        "net_amount",
                        "receiving_type",
                        "receiving_platform",
                        "receiving_identifier",
                        "receiving_holder_name",
                        "payment_theme",
                        "customer_id",
                        "customer_account_id",
                        "customer_name",
                        "customer_account_holder_name",
                        "created_at",
                        "expired_at",
                        "updated_at",
                        "finalized_at",
                        "notes",
                        "order_ref",
                        "currency",
                        "amount",
                        "pay_theme");
        assertThat(body.get("transaction_type").asText()).isEqualTo("payin");
        assertThat(body.get("receiving_type").asText()).isEqualTo("QRCODE");
        assertThat(body.get("customer_name").asText()).isEqualTo("Somchai Jaidee");
    }

    @Test
    void everyStatusWithAnEventHasACallback() {
        var live = service.live(merchant);
        var id = live.payin("all", 20_000).expect(201).word("id");
        service.expire(id);
        assertThat(callback(id, 1).get("event").asText()).isEqualTo("payin.expired");
        var target = target(id, true);
        var payins = service.tical().payins();
        payins.confirm(target, new Receipt(20_000, "R"), Actor.SYSTEM, null);
        assertThat(callback(id, 2).get("event").asText()).isEqualTo("payin.succeeded");
        payins.commands().decide(target, new PayinAction.Fire(PayinStatus.Trigger.OPEN_REFUND), STAFF);
        assertThat(callback(id, 3).get("event").asText()).isEqualTo("payin.rejected");
        payins.commands().decide(target, new PayinAction.CompleteRefund("refund " + target.id()), STAFF);
        var refunded = callback(id, 4);
        assertThat(refunded.get("event").asText()).isEqualTo("payin.refunded");
        assertThat(refunded.get("livemode").asBoolean()).isTrue();

        var failed = merchant.payin("failed", 20_000).expect(201).word("id");
        payins.commands().decide(target(failed, false), new PayinAction.Fail("refused"), STAFF);
        assertThat(callback(failed, 1).get("data").get("failure_code").asText()).isEqualTo("refused");
    }

    @Test
    void pendingProcessingAndCancelledHaveNoCallbackAndTheTimelineShowsTheOthers() {
        var cancelled = merchant.payin("cancelled", 20_000).expect(201).word("id");
        merchant.post("/v1/payins/" + cancelled + "/cancel").expect(200);
        var id = merchant.guidePayin("told", 20_000).expect(201).word("id");
        await().atMost(SOON).until(() -> merchant.payin(id).word("status").equals("processing"));
        merchant.post("/v1/payins/" + id + "/test-confirm").expect(200);
        callback(id, 1);
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(merchant.get("/v1/payins/" + id + "/timeline")
                                .expect(200)
                                .data()
                                .findValuesAsText("title"))
                        .contains("created", "pending → processing", "processing → success", "payin.succeeded queued")
                        .contains("payin.succeeded: HTTP 200"));
        assertThat(sink.about(cancelled)).isEmpty();
        assertThat(sink.about(id)).hasSize(1);
    }
}
