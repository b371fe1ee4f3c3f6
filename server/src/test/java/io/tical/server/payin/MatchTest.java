package io.tical.server.payin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Json;
import io.tical.server.Merchant;
import io.tical.server.Reply;
import io.tical.server.TestService;
import io.tical.server.key.TransactionKey;
import io.tical.server.merchant.MatchFallback;
import io.tical.server.payin.PayinAction.Receipt;
import io.tical.server.problem.Problem;
import io.tical.server.staff.Operator;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.StaffDecision;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** One payer pays the payee of one payout: what each side sees, and what becomes of both. */
class MatchTest {
    private static final AtomicLong NUMBERS = new AtomicLong();
    private static final AtomicLong AMOUNTS = new AtomicLong(300_000);
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private static TestService service;

    /** The payee's merchant. */
    private final Merchant paying =
            service.matching(service.merchant(), MatchFallback.OFF).funded("THB", 2_000_000);
    /** The payer's merchant. */
    private final Merchant shop = service.matching(service.merchant(), MatchFallback.OFF);

    private final long amount = AMOUNTS.addAndGet(1_000);

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of(
                "TICAL_SANDBOX_DISPATCH_SECONDS", "0",
                "TICAL_P2P_GRACE_SECONDS", "0"));
    }

    @AfterAll
    static void stop() {
        service.requireNoConnectionInUse();
        service.requireCleanAudit();
        service.close();
    }

    private String payout() {
        return paying.payout("payout-" + NUMBERS.incrementAndGet(), amount)
                .expect(201)
                .word("id");
    }

    private static Reply p2p(Merchant merchant, long amount) {
        return merchant.post("/v1/payins", String.format(Locale.ROOT, """
                {"order_ref":"order-%d","amount":%d,"currency":"THB","receiving_type":"p2p"}""", NUMBERS.incrementAndGet(), amount));
    }

    private Reply p2p() {
        return p2p(shop, amount);
    }

    private static void awaitStatus(Merchant merchant, String payout, String status) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(90))
                .pollInterval(Duration.ofMillis(50))
                .untilAsserted(
                        () -> assertThat(merchant.payout(payout).word("status")).isEqualTo(status));
    }

    private static JsonNode page(String method, String token, String more) throws IOException, InterruptedException {
        var uri = URI.create(String.format(
                Locale.ROOT,
                "http://127.0.0.1:%d/pay-api/v1/pay/%s%s",
                service.tical().ports().pay(),
                token,
                more));
        var request = HttpRequest.newBuilder(uri).method(method, HttpRequest.BodyPublishers.noBody());
        return Json.mapper()
                .readTree(HTTP.send(request.build(), BodyHandlers.ofByteArray()).body())
                .get("data");
    }

    private static String html(String token) throws IOException, InterruptedException {
        var uri = URI.create(String.format(
                Locale.ROOT,
                "http://127.0.0.1:%d/pay/%s",
                service.tical().ports().pay(),
                token));
        return HTTP.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
                .body();
    }

    private static Stream<String> titles(Merchant merchant, String path) {
        return merchant.get(path + "/timeline").expect(200).data().findValuesAsText("title").stream();
    }

    private TransactionKey target(Merchant merchant, Reply payin) {
        return new TransactionKey(
                merchant.organizationId(), payin.data().get("livemode").asBoolean(), UUID.fromString(payin.word("id")));
    }

    private static void confirm(TransactionKey payin, long paid, String reference) {
        service.tical().payins().confirm(payin, new Receipt(paid, reference), Actor.SYSTEM, null);
    }

    private static void refused(String code, Runnable action) {
        assertThatThrownBy(action::run)
                .isInstanceOfSatisfying(
                        Problem.class, problem -> assertThat(problem.code()).isEqualTo(code));
    }

    @Test
    void theAccountIsHiddenFromTheMerchantAndShownToThePayerAfterConsent() throws Exception {
        payout();
        var payin = p2p().expect(201);
        assertThat(payin.number("transfer_amount")).as("no surcharge").isEqualTo(amount);
        assertThat(payin.word("receiving_type")).isEqualTo("P2P");
        assertThat(payin.data().get("receiving_identifier").isNull()).isTrue();
        assertThat(payin.data().get("receiving_holder_name").isNull()).isTrue();
        assertThat(shop.payin(payin.word("id")).data()).isEqualTo(payin.data());

        var token = payin.word("pay_token");
        assertThat(page("GET", token, "").get("destination").get("account_no").isNull())
                .isTrue();
        assertThat(html(token)).contains("<html").doesNotContain("1234567890", "Somchai");
        var accepted = page("POST", token, "/disclosure-consent");
        assertThat(accepted.get("destination").get("account_no").asText()).isEqualTo("1234567890");
        assertThat(accepted.get("destination").get("holder_name").asText()).isEqualTo("Somchai Jaidee");
        assertThat(accepted.get("promptpay").isNull()).isTrue();
        assertThat(html(token)).contains("Somchai Jaidee");
        assertThat(accepted.get("amount").asText()).isEqualTo(Long.toString(amount));
        assertThat(service.count("SELECT count(*) FROM disclosure WHERE payin_id = '" + payin.word("id") + "'"))
                .isEqualTo(1);
        var path = "/v1/payins/" + payin.word("id");
        assertThat(titles(shop, path)).contains("conditions accepted");
        assertThat(shop.get(path + "/timeline").expect(200).data().toString()).doesNotContain("127.0.0.1");
        var owner = service.owner(shop);
        var ofDashboard = "/api/payins/" + payin.word("id");
        assertThat(owner.get(ofDashboard).expect(200).data().has("consents")).isFalse();
        assertThat(owner.get(ofDashboard + "/timeline").expect(200).data().toString())
                .contains("\"text_version\":\"unstated\"")
                .doesNotContain("127.0.0.1");
        var seen = service.operator(Operator.Role.SUPPORT)
                .get("/admin/v1/payins/" + payin.word("id"))
                .expect(200)
                .data();
        assertThat(seen.at("/consents/0/address").asText()).isEqualTo("127.0.0.1");
        assertThat(seen.at("/consents/0/text_version").asText()).isEqualTo("unstated");
        assertThat(seen.at("/consents/0/accepted_at").asLong()).isPositive();
    }

    @Test
    void theAuditFindsAMatchThatItsPayinDoesNotBearOut() {
        payout();
        var payin = p2p().expect(201).word("id");
        var ofIt = " WHERE payin_id = '" + payin + "'";
        service.asService("p2p_match", "UPDATE p2p_match SET status = 'completed', closed_at = now()" + ofIt);
        var finding = service.audit().run().finding();
        service.asService("p2p_match", "UPDATE p2p_match SET status = 'open', closed_at = NULL" + ofIt);
        assertThat(finding).isNotNull();
        assertThat(finding.sentence()).contains("p2p_match", payin, "match completed");
    }

    @Test
    void theConfirmedPayinCompletesThePayoutOnce() {
        var payout = payout();
        var before = paying.balance("THB");
        var payin = p2p().expect(201).word("id");
        assertThat(paying.payout(payout)
                        .data()
                        .get("execution_steps")
                        .get(0)
                        .get("status")
                        .asText())
                .isEqualTo("processing");

        paying.post("/v1/payouts/" + payout + "/cancel").expect(409, "PAYOUT_STATUS_TRANSITION_INVALID");
        paying.post("/v1/payouts/" + payout + "/test-confirm").expect(409, "PAYOUT_STATUS_TRANSITION_INVALID");

        shop.post("/v1/payins/" + payin + "/test-confirm").expect(200);
        assertThat(shop.payin(payin).word("status")).isEqualTo("success");
        var paid = paying.payout(payout);
        assertThat(paid.word("status")).isEqualTo("success");
        assertThat(paid.number("transfer_amount")).isEqualTo(amount);
        var after = paying.balance("THB");
        assertThat(after.get("in_transit").asLong())
                .isEqualTo(before.get("in_transit").asLong() - amount);
        assertThat(after.get("available")).isEqualTo(before.get("available"));
        assertThat(shop.balance("THB").get("total").asLong())
                .as("a test payin credits nothing")
                .isZero();
        assertThat(service.count(
                        "SELECT count(*) FROM event WHERE transaction_id IN ('" + payin + "','" + payout + "')"))
                .isEqualTo(2);
        assertThat(titles(shop, "/v1/payins/" + payin)).contains("matched");
        assertThat(titles(paying, "/v1/payouts/" + payout)).contains("matched", "processing → success");
        shop.post("/v1/payins/" + payin + "/test-confirm").expect(409);
        paying.post("/v1/payouts/" + payout + "/test-confirm").expect(409);
    }

    @Test
    void aLivePaymentMovesTheMoneyOfBothMerchants() {
        service.fee(paying, "THB", 0, 500);
        service.payinFee(shop, "THB", 10, 0);
        var livePaying = service.fundedLive(paying, 5_000_000);
        var liveShop = service.live(shop);
        var payout = livePaying.payout("live", amount).expect(201).word("id");
        p2p(shop, amount).expect(422, "P2P_LIQUIDITY_UNAVAILABLE");
        var payin = p2p(liveShop, amount).expect(201);

        refused("MATCHED_AMOUNT_DIFFERS", () -> confirm(target(shop, payin), amount - 1, "short"));
        confirm(target(shop, payin), amount, "0130000000000042");
        confirm(target(shop, payin), amount, "0130000000000042");

        assertThat(liveShop.available()).isEqualTo(amount - amount / 100);
        assertThat(livePaying.available()).isEqualTo(5_000_000 - amount - 500);
        var paid = livePaying.payout(payout);
        assertThat(paid.word("status")).isEqualTo("success");
        assertThat(paid.word("slip_qr_ref")).isEqualTo("0130000000000042");
        assertThat(livePaying.balance("THB").get("in_transit").asLong()).isZero();
        service.requireCleanAudit();
    }

    @Test
    void onlyTheSameEnvironmentCurrencyAndAmountMatch() {
        payout();
        p2p(shop, amount + 1).expect(422, "P2P_LIQUIDITY_UNAVAILABLE");
        p2p(service.live(shop), amount).expect(422, "P2P_LIQUIDITY_UNAVAILABLE");
        shop.post("/v1/payins", String.format(Locale.ROOT, """
                {"order_ref":"usd","amount":%d,"currency":"USD","receiving_type":"p2p"}""", amount)).expect(422, "P2P_LIQUIDITY_UNAVAILABLE");
        assertThat(p2p(service.merchant(), amount).expect(201).word("receiving_type"))
                .as("where matching is off")
                .isEqualTo("BANK_TRANSFER");
        p2p().expect(201);
        p2p().expect(422, "P2P_LIQUIDITY_UNAVAILABLE");
    }

    @Test
    void aPayerIsNotMatchedWithAPayoutToTheirOwnAccount() {
        payout();
        // The shop's customer has the very account that the payout goes to.
        var body = shop.guidePayinBody("own", amount, "THB");
        var p2p = body.substring(0, body.length() - 1) + ",\"receiving_type\":\"p2p\"}";
        shop.post("/v1/payins", p2p).expect(422, "P2P_LIQUIDITY_UNAVAILABLE");
        p2p().expect(201);
    }

    @Test
    void aGuidePayoutIsOfferedOnceItIsActiveAndTheOldestGoesFirst() {
        var first = paying.guidePayout("guide", amount).expect(201).word("id");
        awaitStatus(paying, first, "processing");
        var second = payout();
        var payin = p2p().expect(201);
        assertThat(payin.word("receiving_type")).isEqualTo("P2P");
        shop.post("/v1/payins/" + payin.word("id") + "/test-confirm").expect(200);
        assertThat(paying.payout(first).word("status")).isEqualTo("success");
        assertThat(paying.payout(second).word("status")).isEqualTo("processing");
    }

    @Test
    void aPayoutOfAMerchantWithoutMatchingIsSentAtOnceAndOneThatNobodyClaimsWhenItsTimeIsOver() {
        var other = service.merchant().funded("THB", 1_000_000);
        awaitStatus(other, other.payout("at-once", amount).expect(201).word("id"), "success");
        var payout = payout();
        assertThat(paying.payout(payout).word("status")).isEqualTo("processing");
        over(payout);
        awaitStatus(paying, payout, "success");
        p2p().expect(422, "P2P_LIQUIDITY_UNAVAILABLE");
    }

    /** Its time as an offer is over. */
    private static void over(String payout) {
        service.asService("p2p_offer", "UPDATE p2p_offer SET offered_until = now() WHERE payout_id = '" + payout + "'");
        service.asService("p2p_match", "UPDATE p2p_match SET offered_until = now() WHERE payout_id = '" + payout + "'");
        service.sql("UPDATE payout SET due_at = now() WHERE due_at IS NOT NULL AND payout_id = '" + payout + "'");
    }

    @Test
    void aPayinThatExpiresGivesThePayoutBackToOthersAndThenToItsRail() {
        var payout = payout();
        var first = p2p().expect(201).word("id");
        p2p().expect(422, "P2P_LIQUIDITY_UNAVAILABLE");
        service.expire(first);
        Awaitility.await()
                .atMost(Duration.ofSeconds(90))
                .until(() -> titles(paying, "/v1/payouts/" + payout).anyMatch("match released"::equals));
        assertThat(titles(shop, "/v1/payins/" + first)).contains("match released");

        var second = p2p().expect(201).word("id");
        over(payout);
        shop.post("/v1/payins/" + second + "/cancel").expect(200);
        awaitStatus(paying, payout, "success");
        assertThat(service.count("SELECT count(*) FROM payout_attempt WHERE payout_id = '" + payout
                        + "' AND (rail, status) IN (('p2p', 'dead'), ('simulator', 'delivered'))"))
                .isEqualTo(3);
    }

    @Test
    void aPaymentThatComesAfterThePayoutWentOnIsOwedByThePayee() {
        var livePaying = service.fundedLive(paying, 5_000_000);
        var liveShop = service.live(shop);
        var payout = livePaying.payout("late", amount).expect(201).word("id");
        var payin = p2p(liveShop, amount).expect(201);
        over(payout);
        service.expire(payin.word("id"));
        Awaitility.await()
                .atMost(Duration.ofSeconds(90))
                .until(() -> titles(livePaying, "/v1/payouts/" + payout).anyMatch("match released"::equals));

        confirm(target(shop, payin), amount - 7, "late-" + amount);

        assertThat(liveShop.payin(payin.word("id")).word("status")).isEqualTo("success");
        assertThat(liveShop.available()).isEqualTo(amount - 7);
        assertThat(titles(liveShop, "/v1/payins/" + payin.word("id"))).contains("payin_owed_credit");
        assertThat(livePaying.payout(payout).word("status")).isEqualTo("processing");
        service.requireCleanAudit();

        service.tical()
                .payins()
                .commands()
                .decide(
                        target(shop, payin),
                        new PayinAction.Fire(PayinStatus.Trigger.OPEN_REFUND),
                        new StaffDecision("finance", null, null, "refund"));
        service.requireCleanAudit();
        service.tical()
                .payins()
                .commands()
                .decide(
                        target(shop, payin),
                        new PayinAction.CompleteRefund("refund " + payin),
                        new StaffDecision("finance", null, null, "refund"));
        service.requireCleanAudit();
    }

    @Test
    void staffLetAPayoutGoOnWhosePayerPaidAnotherAmount() {
        var livePaying = service.fundedLive(paying, 5_000_000);
        var liveShop = service.live(shop);
        var payout = livePaying.payout("short", amount).expect(201).word("id");
        var payin = p2p(liveShop, amount).expect(201);
        refused("MATCHED_AMOUNT_DIFFERS", () -> confirm(target(shop, payin), amount - 100, "short"));

        service.tical()
                .payins()
                .matches()
                .release(target(shop, payin), new StaffDecision("finance", null, "paid too little", "request-1"));
        refused(
                "PAYIN_STATUS_TRANSITION_INVALID",
                () -> service.tical()
                        .payins()
                        .matches()
                        .release(target(shop, payin), new StaffDecision("finance", null, null, "request-2")));
        confirm(target(shop, payin), amount - 100, "short");

        assertThat(liveShop.available()).isEqualTo(amount - 100);
        assertThat(livePaying.payout(payout).word("status")).isEqualTo("processing");
        livePaying.post("/v1/payouts/" + payout + "/cancel").expect(200);
    }
}
