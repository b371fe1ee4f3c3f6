package io.tical.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.server.key.TransactionKey;
import io.tical.server.merchant.MatchFallback;
import io.tical.server.payin.PayinAction;
import io.tical.server.payin.PayinAction.Receipt;
import io.tical.server.payin.PayinStatus;
import io.tical.server.session.Member;
import io.tical.server.slip.OneSlip;
import io.tical.server.transaction.StaffDecision;
import io.tical.server.webhook.CallbackEndpoint.Form;
import io.tical.server.webhook.CallbackEndpoint.Kind;
import io.tical.server.webhook.CallbackSink;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** With one connection for everything, whatever holds one while it waits for another would stand still. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OneConnectionTest {
    private static final Duration SOON = Duration.ofSeconds(90);

    private CallbackSink sink;
    private TestService service;

    @BeforeAll
    void start() {
        sink = new CallbackSink();
        service = TestService.start(
                Map.of(
                        "TICAL_WEBHOOK_ALLOW", "127.0.0.1",
                        "TICAL_SANDBOX_DISPATCH_SECONDS", "0",
                        "TICAL_RAIL_POLL_SECONDS", "1,2",
                        "TICAL_SLIP_POLL_SECONDS", "1,2"),
                TestService.Work.ON_ONE_CONNECTION);
    }

    @AfterAll
    void stop() {
        service.requireNoConnectionInUse();
        service.requireCleanAudit();
        service.close();
        sink.close();
    }

    private Merchant merchant() {
        var merchant = service.merchant();
        service.tical().callbackEndpoints().save(merchant.organizationId(), Kind.PAYOUT, sink.url(), Form.AUTO);
        service.tical().callbackEndpoints().save(merchant.organizationId(), Kind.PAYIN, sink.url(), Form.AUTO);
        return merchant;
    }

    private static void becomes(String status, Merchant merchant, String path) {
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(merchant.get(path).expect(200).word("status"))
                        .isEqualTo(status));
    }

    private void toldAbout(String id) {
        await().atMost(SOON).untilAsserted(() -> assertThat(sink.about(id)).isNotEmpty());
    }

    @Test
    void payoutsOfBothVocabulariesAreSentReportedAndRead() {
        var merchant = merchant().funded("THB", 1_000_000);
        for (var reply : new Reply[] {merchant.payout("v1", 10_000), merchant.guidePayout("guide", 10_001)}) {
            var id = reply.expect(201).word("id");
            becomes(reply.number("amount") == 10_000 ? "success" : "failed", merchant, "/v1/payouts/" + id);
            toldAbout(id);
            merchant.get("/v1/payouts/" + id + "/timeline").expect(200);
        }
        merchant.get("/v1/payouts?limit=1").expect(200);
    }

    @Test
    void payinsAreConfirmedExpiredReportedAndRead() {
        var merchant = merchant();
        var confirmed = merchant.guidePayin("confirmed", 20_000).expect(201).word("id");
        becomes("processing", merchant, "/v1/payins/" + confirmed);
        merchant.post("/v1/payins/" + confirmed + "/test-confirm").expect(200);
        toldAbout(confirmed);
        merchant.get("/v1/payins/" + confirmed + "/timeline").expect(200);
        var expired = merchant.payin("expired", 30_000).expect(201).word("id");
        service.expire(expired);
        becomes("expired", merchant, "/v1/payins/" + expired);
        merchant.get("/v1/payins?limit=1").expect(200);
    }

    @Test
    void aDepositIsWatchedAndPaid() {
        var merchant = merchant();
        merchant.post("/v1/payins", """
                {"order_ref":"deposit","amount":2000000,"channel":"crypto","network":"ERC20"}""").expect(201);
        merchant.get("/v1/payins").expect(200);
    }

    @Test
    void aLivePayinIsPaidAndRefunded() {
        var merchant = merchant();
        var live = service.live(merchant);
        var id = live.payin("refund", 40_000).expect(201).word("id");
        var target = new TransactionKey(live.organizationId(), true, UUID.fromString(id));
        var by = new StaffDecision("finance", null, null, "request");
        var payins = service.tical().payins();
        payins.commands().decide(target, PayinAction.Found.of(new Receipt(40_000, "reference"), null), by);
        payins.commands().decide(target, new PayinAction.Fire(PayinStatus.Trigger.OPEN_REFUND), by);
        payins.commands().decide(target, new PayinAction.CompleteRefund("refund"), by);
        assertThat(live.payin(id).word("status")).isEqualTo("refunded");
        toldAbout(id);
    }

    @Test
    void aSlipIsExaminedAndPaysItsPayin() {
        var merchant = merchant();
        var id = merchant.payin("slip", 50_000).expect(201).word("id");
        merchant.slip(id, OneSlip.picture()).expect(200);
        await().atMost(SOON)
                .untilAsserted(
                        () -> assertThat(merchant.payin(id).word("status")).isIn("processing", "success"));
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(service.count("SELECT count(*) FROM slip WHERE due_at IS NOT NULL"))
                        .isZero());
        merchant.get("/v1/payins/" + id + "/timeline").expect(200);
    }

    @Test
    void aPayoutIsOfferedAndPaidByAPayin() {
        var merchant = service.matching(merchant().funded("THB", 1_000_000), MatchFallback.BANK_THEN_QR);
        merchant.payout("offered", 60_000).expect(201);
        merchant.payin("matched", 60_000).expect(201);
        merchant.payin("unmatched", 61_000).expect(201);
    }

    @Test
    void peopleSignInLookChangeAndSignOut() {
        var merchant = merchant().funded("THB", 100_000);
        var id = merchant.payout("told", 10_000).expect(201).word("id");
        toldAbout(id);
        var owner = service.member(merchant, Member.Role.OWNER);
        for (var path : new String[] {
            "/api/session",
            "/api/overview",
            "/api/payouts",
            "/api/payins",
            "/api/customers",
            "/api/keys",
            "/api/callbacks",
            "/api/deliveries",
            "/api/users",
            "/api/payouts/" + id
        }) {
            owner.get(path).expect(200);
        }
        var delivery =
                owner.get("/api/deliveries").expect(200).data().get(0).get("id").asText();
        owner.get("/api/deliveries/" + delivery).expect(200);
        owner.put("/api/password", """
                {"current_password":"%s","password":"another long password"}""".formatted(owner.password())).expect(200);
        owner.delete("/api/session").expect(200);
    }
}
