package io.tical.server.dashboard;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Ids;
import io.tical.server.AuditedService;
import io.tical.server.DashboardClient;
import io.tical.server.Merchant;
import io.tical.server.Reply;
import io.tical.server.TestService;
import io.tical.server.qr.QrSvg;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What owners do in the dashboard: by the rules of the API, once, and in the audit log. */
class DashboardActionsTest extends AuditedService {
    private static final String PAY_LINK = """
        {"environment":"%s","order_ref":"%s","amount":150000,"currency":"THB","channel":"qrcode","notes":"by hand"}""";

    private Merchant merchant;
    private DashboardClient owner;

    @Override
    protected TestService.Work work() {
        return TestService.WITHOUT_WORK;
    }

    @BeforeEach
    void organization() {
        merchant = service.merchant();
        owner = service.owner(merchant);
    }

    private static Reply send(DashboardClient user, String path, String key, String body) {
        var headers =
                new HashMap<>(Map.of("Cookie", "tical_session=" + user.token(), "X-CSRF-Token", user.csrfToken()));
        headers.put("Idempotency-Key", key);
        return user.send("POST", path, headers, body);
    }

    private Reply send(String path, String body) {
        return send(owner, path, Ids.next().toString(), body);
    }

    /** Sends it twice, as a browser does after a lost answer: both answers are the same. */
    private Reply sendTwice(String path, String body) {
        var key = Ids.next().toString();
        var first = send(owner, path, key, body);
        var again = send(owner, path, key, body).expect(first.status());
        assertThat(again.data()).isEqualTo(first.data());
        assertThat(again.headers().firstValue("Idempotent-Replayed")).contains("true");
        return first;
    }

    private static List<String> actions(DashboardClient user, String path) {
        return user.get(path)
                .expect(200)
                .data()
                .get("actions")
                .valueStream()
                .map(JsonNode::asText)
                .toList();
    }

    /** Of the entries about an object, newest first. */
    private List<String> audited(String object) {
        return owner.all("/api/audit?object=" + object).stream()
                .map(one -> one.get("action").asText() + " "
                        + one.get("object_type").asText() + " by "
                        + one.get("actor").asText())
                .toList();
    }

    /** What the timeline tells of changes by users, oldest first. */
    private static Stream<String> byUsers(DashboardClient user, String path) {
        return user.get(path + "/timeline")
                .expect(200)
                .data()
                .valueStream()
                .filter(one -> !one.get("user").isNull())
                .map(one -> one.get("title").asText() + " by " + one.get("user").asText());
    }

    @Test
    void aCancelledPayoutReturnsItsMoneyOnceAndNamesItsUser() {
        merchant.funded("THB", 1_000_000);
        service.fee(merchant, "THB", 0, 500);
        var id = merchant.payout("order-1", 150_000).expect(201).word("id");
        var path = "/api/payouts/" + id;
        assertThat(merchant.available()).isEqualTo(1_000_000 - 150_500);
        assertThat(actions(owner, path)).containsExactly("cancel", "test_confirm");
        assertThat(actions(service.viewer(merchant), path)).isEmpty();
        owner.post(path + "/cancel").expect(400, "IDEMPOTENCY_KEY_REQUIRED");
        send(owner, path + "/cancel", "not one word", null).expect(400, "IDEMPOTENCY_KEY_INVALID");

        assertThat(sendTwice(path + "/cancel", null).expect(200).word("status")).isEqualTo("cancelled");
        assertThat(merchant.available()).isEqualTo(1_000_000);
        assertThat(actions(owner, path)).isEmpty();
        // As with an API key, cancelling what has ended changes nothing.
        assertThat(send(path + "/cancel", null).expect(200).word("status")).isEqualTo("cancelled");
        send(path + "/test-confirm", null).expect(409, "PAYOUT_STATUS_TRANSITION_INVALID");
        assertThat(audited(id)).containsExactly("cancel payout by " + owner.username());
        assertThat(byUsers(service.viewer(merchant), path))
                .containsExactly("processing → cancelled by " + owner.username());
    }

    @Test
    void aTestPayoutIsCompletedOnceAndALivePayoutNever() {
        merchant.funded("THB", 1_000_000);
        var id = merchant.payout("order-2", 150_000).expect(201).word("id");
        assertThat(sendTwice("/api/payouts/" + id + "/test-confirm", "{}")
                        .expect(200)
                        .word("status"))
                .isEqualTo("success");
        assertThat(audited(id)).containsExactly("test_confirm payout by " + owner.username());

        var live = service.fundedLive(merchant, 1_000_000);
        var path = "/api/payouts/" + live.payout("order-3", 150_000).expect(201).word("id");
        assertThat(actions(owner, path)).doesNotContain("test_confirm");
        send(path + "/test-confirm", null).expect(403, "LIVE_NOT_ALLOWED");
    }

    @Test
    void aPayLinkIsAPayinLikeThoseOfTheApi() {
        var created = sendTwice("/api/payins", PAY_LINK.formatted("test", "invoice-1"))
                .expect(201);
        var id = created.word("id");
        var path = "/api/payins/" + id;
        assertThat(created.word("paypage_url")).contains("/pay/");
        assertThat(created.word("notes")).isEqualTo("by hand");
        assertThat(merchant.payin(id).expect(200).word("paypage_url")).isEqualTo(created.word("paypage_url"));
        assertThat(owner.all("/api/payins?environment=test")).hasSize(1);
        assertThat(audited(id)).containsExactly("create payin by " + owner.username());
        var entry = owner.all("/api/audit?object=" + id).getFirst();
        assertThat(entry.get("after").toString())
                .isEqualTo(
                        "{\"order_ref\":\"invoice-1\",\"amount\":150000,\"currency\":\"THB\",\"channel\":\"qrcode\"}");
        assertThat(entry.get("livemode").asBoolean()).isFalse();

        var picture = service.viewer(merchant).file(path + "/pay-page.svg");
        assertThat(picture.statusCode()).isEqualTo(200);
        assertThat(picture.headers().firstValue("Content-Type")).contains("image/svg+xml");
        assertThat(new String(picture.body(), UTF_8)).isEqualTo(QrSvg.of(created.word("paypage_url")));
        service.owner(service.merchant()).get(path + "/pay-page.svg").expect(404, "PAYIN_NOT_FOUND");

        assertThat(actions(owner, path)).containsExactly("cancel", "test_confirm");
        assertThat(sendTwice(path + "/cancel", null).expect(200).word("status")).isEqualTo("cancelled");
        assertThat(actions(owner, path)).isEmpty();
        send(path + "/cancel", null).expect(409, "PAYIN_STATUS_TRANSITION_INVALID");
        assertThat(audited(id))
                .containsExactly("cancel payin by " + owner.username(), "create payin by " + owner.username());
    }

    @Test
    void aDepositHasALinkToItsOwnPage() {
        var id = merchant.post(
                        "/v1/payins",
                        "{\"order_ref\":\"usdt-1\",\"amount\":5000000,\"channel\":\"crypto\",\"network\":\"TRC20\"}")
                .expect(201);
        var path = "/api/payins/" + id.word("id");
        var shown = owner.get(path).expect(200);
        assertThat(shown.word("deposit_page_url")).isEqualTo(id.word("deposit_page_url"));
        assertThat(shown.data().get("paypage_url").isNull()).isTrue();
        assertThat(new String(owner.file(path + "/pay-page.svg").body(), UTF_8))
                .isEqualTo(QrSvg.of(id.word("deposit_page_url")));
    }

    @Test
    void aRefusedPayLinkSaysWhyAndDoesNotUseUpItsKey() {
        var key = Ids.next().toString();
        var refused = send(owner, "/api/payins", key, "{\"environment\":\"moon\",\"channel\":\"cash\"}")
                .expect(400, "VALIDATION_FAILED");
        assertThat(refused.json().get("errors"))
                .extracting(error -> error.get("field").asText())
                .contains("environment", "channel", "order_ref", "amount", "currency");
        send(owner, "/api/payins", key, PAY_LINK.formatted("test", "invoice-2")).expect(201);
        send(owner, "/api/payins", key, PAY_LINK.formatted("test", "invoice-3")).expect(409, "IDEMPOTENCY_KEY_REUSED");
        // The same key of another user, or of an API key, is another one.
        send(service.owner(merchant), "/api/payins", key, PAY_LINK.formatted("test", "invoice-3"))
                .expect(201);
        merchant.post("/v1/payins", "{\"order_ref\":\"invoice-4\",\"amount\":150000,\"currency\":\"THB\"}", key)
                .expect(201);
        send("/api/payins", PAY_LINK.formatted("test", "invoice-4")).expect(409);
        owner.post("/api/payins", PAY_LINK.formatted("test", "invoice-5")).expect(400, "IDEMPOTENCY_KEY_REQUIRED");
    }

    @Test
    void onlyTestPayinsAreCompletedByHand() {
        var test = send("/api/payins", PAY_LINK.formatted("test", "invoice-6")).expect(201);
        var path = "/api/payins/" + test.word("id");
        assertThat(sendTwice(path + "/test-confirm", "{}").expect(200).word("status"))
                .isEqualTo("success");
        assertThat(byUsers(owner, path))
                .containsExactly("created by " + owner.username(), "pending → success by " + owner.username());
        // What an API key made has no user, whoever ended it.
        var other = "/api/payins/"
                + merchant.payin("invoice-7", 150_000).expect(201).word("id");
        send(other + "/cancel", null).expect(200);
        assertThat(byUsers(owner, other)).containsExactly("pending → cancelled by " + owner.username());

        var live = "/api/payins/"
                + send("/api/payins", PAY_LINK.formatted("live", "invoice-6"))
                        .expect(201)
                        .word("id");
        assertThat(actions(owner, live)).containsExactly("cancel");
        send(live + "/test-confirm", null).expect(403, "LIVE_NOT_ALLOWED");
        send(live + "/cancel", null).expect(200);
    }

    @Test
    void testMoneyIsAddedToTestBalancesOnly() {
        var offered = service.viewer(merchant).get("/api/sandbox/top-up").expect(200);
        assertThat(offered.data().get("enabled").asBoolean()).isTrue();
        assertThat(offered.number("amount_minor_max")).isEqualTo(10_000_000);
        var added = sendTwice("/api/sandbox/top-up", "{\"currency\":\"THB\",\"amount_minor\":250000}")
                .expect(201);
        assertThat(added.number("available_after")).isEqualTo(250_000);
        assertThat(merchant.available()).isEqualTo(250_000);
        assertThat(service.live(merchant).available()).isZero();
        assertThat(audited(added.word("id"))).containsExactly("top_up balance by " + owner.username());
        send("/api/sandbox/top-up", "{\"currency\":\"THB\",\"amount_minor\":10000001}")
                .expect(400, "VALIDATION_FAILED");
        send("/api/sandbox/top-up", "{\"currency\":\"XXX\",\"amount_minor\":5}").expect(400, "CURRENCY_UNSUPPORTED");
    }

    @Test
    void aCustomersAccountIsRegisteredAsWithTheApi() {
        var body = """
            {"environment":"%s","currency":"THB","bank_code":"kbank","account_no":"1234567890","holder_name":"Malee Srisuk"}""";
        var test = sendTwice("/api/customers", body.formatted("test")).expect(201);
        assertThat(test.word("bank_code")).isEqualTo("KBANK");
        assertThat(test.data().get("is_verified").asBoolean()).isTrue();
        var live = send("/api/customers", body.formatted("live")).expect(201);
        assertThat(live.data().get("is_verified").asBoolean()).isFalse();
        assertThat(service.live(merchant)
                        .get("/v1/customers/" + live.word("id"))
                        .expect(200)
                        .data())
                .isEqualTo(live.data());
        assertThat(audited(live.word("id"))).containsExactly("register customer by " + owner.username());
        send("/api/customers", body.formatted("test")).expect(409, "RESOURCE_EXISTS");
        send("/api/customers", body.formatted("test").replace("kbank", "zebra")).expect(400, "VALIDATION_FAILED");
    }

    @Test
    void aTicketIsOpenedOnceAlthoughItsAnswerWasLost() {
        merchant.funded("THB", 1_000_000);
        var payout = merchant.payout("order-4", 150_000).expect(201).word("id");
        var body = """
            {"environment":"test","request_id":"%s","issue_type":"payout","issue_sub_type":"delayed"}""".formatted(payout);
        var opened = sendTwice("/api/issues", body).expect(201);
        assertThat(audited(opened.word("id"))).containsExactly("open issue by " + owner.username());
        send("/api/issues", body).expect(409, "RESOURCE_EXISTS");
    }

    @Test
    void anotherOrganizationsObjectIsNotFound() {
        merchant.funded("THB", 1_000_000);
        var payout = merchant.payout("order-5", 150_000).expect(201).word("id");
        var payin = merchant.payin("order-5", 150_000).expect(201).word("id");
        var stranger = service.owner(service.merchant());
        for (var path : List.of("/api/payouts/" + payout, "/api/payins/" + payin)) {
            for (var action : List.of("/cancel", "/test-confirm")) {
                var key = UUID.randomUUID().toString();
                assertThat(send(stranger, path + action, key, null).status()).isEqualTo(404);
            }
        }
        assertThat(actions(owner, "/api/payouts/" + payout)).contains("cancel");
    }
}
