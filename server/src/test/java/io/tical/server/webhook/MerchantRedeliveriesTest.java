package io.tical.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.server.DashboardClient;
import io.tical.server.Merchant;
import io.tical.server.Reply;
import io.tical.server.TestService;
import io.tical.server.transaction.TransitionTable;
import io.tical.server.webhook.CallbackEndpoint.Kind;
import io.tical.server.webhook.MerchantRedelivery.Status;
import io.tical.server.webhook.MerchantRedelivery.Status.Trigger;
import io.tical.server.work.Work;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** A user starts to send all failed callbacks again, and the service does it, whatever becomes of the user's browser or of a node. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MerchantRedeliveriesTest {
    private static final Map<String, String> SETTINGS = Map.of("TICAL_WEBHOOK_ALLOW", "127.0.0.1");
    private static final String TREE = "/api/redeliveries";

    private TestService service;
    private Work turns;
    private CallbackSink sink;
    private Merchant merchant;
    private DashboardClient owner;

    @BeforeAll
    void start() {
        service = TestService.start(SETTINGS, TestService.WITHOUT_WORK);
        turns = service.tical().redeliveries().work().getFirst();
    }

    @AfterAll
    void stop() {
        service.requireNoConnectionInUse();
        service.requireCleanAudit();
        service.close();
    }

    @BeforeEach
    void openMerchantAndSink() {
        sink = new CallbackSink();
        merchant = service.merchant().funded("THB", 1_000_000);
        owner = service.owner(merchant);
        listen(merchant);
    }

    @AfterEach
    void close() {
        sink.close();
    }

    private void listen(Merchant shop) {
        service.tical().callbackEndpoints().save(shop.organizationId(), Kind.PAYOUT, sink.url(), null);
    }

    /** Adds failed deliveries of one event, whose last answer had this status. */
    private void failed(Merchant shop, int number, int code) {
        var payout =
                shop.payout("failed-" + number + "-" + code, 1_000).expect(201).word("id");
        shop.post("/v1/payouts/" + payout + "/test-confirm").expect(200);
        var ids = "cast(substr(cast(d.delivery_id AS text), 1, 24) || lpad(to_hex(n), 12, '0') AS uuid)";
        service.asService(
                "delivery",
                "INSERT INTO delivery SELECT copy.* FROM delivery d, generate_series(1, " + number + ") n,"
                        + " jsonb_populate_record(d, jsonb_build_object('delivery_id', " + ids + ", 'last_code', "
                        + code
                        + ", 'status', 'failed', 'next_attempt_at', NULL)) copy WHERE d.transaction_id = '" + payout
                        + "' AND d.status = 'pending'");
    }

    private long count(Merchant shop, String status, int code) {
        return service.count("SELECT count(*) FROM delivery WHERE organization_id = '" + shop.organizationId()
                + "' AND status = '" + status + "' AND last_code = " + code);
    }

    private static Reply start(DashboardClient user, String query, String key) {
        return user.send(
                "POST",
                TREE + "?environment=test" + query,
                Map.of(
                        "Cookie",
                        "tical_session=" + user.token(),
                        "X-CSRF-Token",
                        user.csrfToken(),
                        "Idempotency-Key",
                        key),
                null);
    }

    private JsonNode order(Reply started) {
        return owner.get(TREE + "/" + started.word("id")).expect(200).data();
    }

    @Test
    void itGoesOnWithoutTheBrowserAndAfterItsNodeAndSendsEachOnce() {
        failed(merchant, 1_100, 503);
        failed(merchant, 3, 500);
        assertThat(owner.get(TREE + "/count?environment=test&code=503")
                        .expect(200)
                        .number("matched"))
                .isEqualTo(1_100);
        var started = start(owner, "&code=503&event=payout.succeeded", "once").expect(201);
        assertThat(started.word("status")).isEqualTo("running");
        assertThat(started.word("code")).isEqualTo("503");
        assertThat(started.word("event")).isEqualTo("payout.succeeded");
        assertThat(started.word("started_by")).isEqualTo(owner.username());
        assertThat(started.number("matched")).isEqualTo(1_100);
        owner.delete("/api/session").expect(200);
        owner.signIn().expect(200);

        turns.round();
        var first = order(started);
        assertThat(first.get("redelivered").asLong()).isEqualTo(1_000);
        assertThat(first.get("remaining").asLong()).isEqualTo(100);
        assertThat(first.get("ended_at").isNull()).isTrue();

        // The node that began it is gone; another one takes it over.
        try (var _ = service.node(SETTINGS, TestService.Work.RUNNING)) {
            await().atMost(Duration.ofMinutes(4))
                    .until(() -> order(started).get("status").asText().equals("completed"));
            await().atMost(Duration.ofMinutes(4)).until(() -> sink.received().size() >= 1_100);
        }
        var last = order(started);
        assertThat(last.get("redelivered").asLong()).isEqualTo(1_100);
        assertThat(last.get("remaining").asLong()).isZero();
        assertThat(last.get("ended_at").isNumber()).isTrue();
        assertThat(count(merchant, "failed", 500)).isEqualTo(3);
        assertThat(owner.all("/api/audit").stream()
                        .filter(entry -> entry.get("action").asText().endsWith("_redelivery"))
                        .map(entry -> entry.get("action").asText() + " "
                                + entry.get("actor").asText() + " "
                                + entry.at("/after/matched").asLong() + " "
                                + entry.at("/after/redelivered").asText()
                                + " " + entry.at("/after/code").asInt()))
                .containsExactly(
                        "complete_redelivery " + owner.username() + " 1100 1100 503",
                        "start_redelivery " + owner.username() + " 1100 null 503");
        assertThat(owner.all(TREE + "?environment=test"))
                .extracting(one -> one.get("id").asText())
                .containsExactly(started.word("id"));
    }

    @Test
    void aRepeatedRequestStartsItOnceAndOneRunsAtATime() {
        failed(merchant, 20, 503);
        start(owner, "", "").expect(400, "IDEMPOTENCY_KEY_INVALID");
        owner.post(TREE + "?environment=test", "{}").expect(400, "IDEMPOTENCY_KEY_REQUIRED");
        var started = start(owner, "", "key").expect(201);
        var again = start(owner, "", "key").expect(201);
        assertThat(again.data()).isEqualTo(started.data());
        assertThat(again.headers().firstValue("Idempotent-Replayed")).hasValue("true");
        start(owner, "&code=500", "key").expect(409, "IDEMPOTENCY_KEY_REUSED");
        start(owner, "&code=503", "other").expect(409, "REDELIVERY_IN_PROGRESS");
        turns.round();
        assertThat(order(started).get("status").asText()).isEqualTo("completed");
        start(owner, "&code=503", "other").expect(422, "NO_FAILED_DELIVERY");
        owner.post(TREE, "{}").expect(400, "VALIDATION_FAILED");
        start(owner, "&code=x", "wrong").expect(400, "VALIDATION_FAILED");
        start(owner, "&status=suspended", "wrong").expect(400, "VALIDATION_FAILED");
        // Without an address there is nothing to send to.
        failed(merchant, 2, 500);
        owner.remove("/api/callbacks/payout").expect(200);
        start(owner, "&code=500", "unset").expect(422, "NO_FAILED_DELIVERY");
    }

    @Test
    void itIsOfItsOrganizationAndItsEnvironmentOnly() {
        var other = service.merchant().funded("THB", 100_000);
        listen(other);
        failed(merchant, 5, 503);
        failed(other, 7, 503);
        var stranger = service.owner(other);
        var viewer = service.viewer(merchant);
        start(viewer, "", "viewer").expect(403, "PERMISSION_DENIED");
        assertThat(viewer.get(TREE + "/count?environment=live").expect(200).number("matched"))
                .isZero();
        assertThat(owner.send(
                                "POST",
                                TREE + "?environment=live",
                                Map.of(
                                        "Cookie",
                                        "tical_session=" + owner.token(),
                                        "X-CSRF-Token",
                                        owner.csrfToken(),
                                        "Idempotency-Key",
                                        "live"),
                                null)
                        .expect(422, "NO_FAILED_DELIVERY"))
                .isNotNull();
        var started = start(owner, "", "key").expect(201);
        var path = TREE + "/" + started.word("id");
        stranger.get(path).expect(404, "REDELIVERY_NOT_FOUND");
        stranger.post(path + "/stop").expect(404, "REDELIVERY_NOT_FOUND");
        viewer.post(path + "/stop").expect(403, "PERMISSION_DENIED");
        assertThat(viewer.get(path).expect(200).number("matched")).isEqualTo(5);
        assertThat(viewer.get(TREE + "?environment=live").expect(200).data()).isEmpty();
        assertThat(stranger.get(TREE + "?environment=test").expect(200).data()).isEmpty();
        turns.round();
        assertThat(count(merchant, "failed", 503)).isZero();
        assertThat(count(merchant, "pending", 503)).isEqualTo(5);
        assertThat(count(other, "failed", 503)).isEqualTo(7);
    }

    @Test
    void eachMerchantHasItsTurn() {
        var small = service.merchant().funded("THB", 100_000);
        listen(small);
        failed(merchant, 1_100, 503);
        failed(small, 10, 503);
        var large = start(owner, "", "large").expect(201);
        start(service.owner(small), "", "small").expect(201);
        turns.round();
        assertThat(count(small, "failed", 503)).isZero();
        assertThat(order(large).get("redelivered").asLong()).isEqualTo(1_000);
        owner.post(TREE + "/" + large.word("id") + "/stop").expect(200);
    }

    @Test
    void itStopsBeforeTheNextBatchAndWhatFailsLaterDoesNotBelongToIt() {
        failed(merchant, 1_100, 503);
        var started = start(owner, "", "key").expect(201);
        failed(merchant, 4, 500);
        turns.round();
        var path = TREE + "/" + started.word("id");
        var stopped = owner.post(path + "/stop").expect(200);
        assertThat(stopped.word("status")).isEqualTo("stopped");
        assertThat(stopped.number("redelivered")).isEqualTo(1_000);
        owner.post(path + "/stop").expect(409, "REDELIVERY_STATUS_TRANSITION_INVALID");
        turns.round();
        assertThat(count(merchant, "failed", 503)).isEqualTo(100);
        var entry = owner.get("/api/audit?limit=1").expect(200).data().get(0);
        assertThat(entry.get("action").asText()).isEqualTo("stop_redelivery");
        assertThat(entry.at("/after/redelivered").asLong()).isEqualTo(1_000);

        // The next one sends the rest, but nothing that fails after its start.
        var next = start(owner, "", "next").expect(201);
        assertThat(next.number("matched")).isEqualTo(104);
        failed(merchant, 3, 502);
        turns.round();
        assertThat(order(next).get("status").asText()).isEqualTo("completed");
        assertThat(order(next).get("redelivered").asLong()).isEqualTo(104);
        assertThat(count(merchant, "failed", 502)).isEqualTo(3);
    }

    @Test
    void anOrderEndsOnce() {
        TransitionTable.require(Status.TABLE, Status.class, Trigger.class, "REDELIVERY_STATUS_TRANSITION_INVALID", """
                running  complete  completed
                running  stop      stopped
                """);
    }
}
