package io.tical.server.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tical.server.Merchant;
import io.tical.server.TestService;
import io.tical.server.problem.Problem;
import io.tical.server.secret.Hashes;
import io.tical.server.webhook.CallbackEndpoint.Form;
import io.tical.server.webhook.CallbackEndpoint.Kind;
import io.tical.server.webhook.CallbackSink.Received;
import io.tical.server.webhook.Delivery.Status;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Deliveries over real HTTP to a sink on loopback. */
@Order(1)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DeliveryTest {
    private static final Duration SOON = Duration.ofSeconds(90);

    private TestService service;
    private CallbackSink sink;
    private Merchant merchant;
    private PayoutCallbacks callbacks;

    @BeforeAll
    void start() {
        service =
                TestService.start(Map.of("TICAL_WEBHOOK_ALLOW", "127.0.0.1", "TICAL_SANDBOX_DISPATCH_SECONDS", "600"));
    }

    @AfterAll
    void stop() {
        service.close();
    }

    @BeforeEach
    void merchantWithAnEndpoint() {
        sink = new CallbackSink();
        merchant = service.merchant().funded("THB", 1_000_000);
        callbacks = new PayoutCallbacks(service, merchant, sink);
        callbacks.setEndpoint(Form.AUTO);
    }

    @AfterEach
    void closeSink() {
        sink.close();
    }

    @Test
    void aSignedEnvelopeArrivesForAV1Payout() {
        var id = callbacks.confirmed("envelope");
        var callback = callbacks.first(id);
        var body = callback.json();
        assertThat(body.get("event").asText()).isEqualTo("payout.succeeded");
        assertThat(body.get("id").asText()).isEqualTo(callback.bodyId());
        assertThat(body.get("livemode").asBoolean()).isFalse();
        assertThat(body.get("created_at").asLong()).isPositive();
        assertThat(body.get("data").get("id").asText()).isEqualTo(id);
        assertThat(body.get("data").get("status").asText()).isEqualTo("success");
        assertThat(body.get("data").get("order_ref").asText()).isEqualTo("envelope");
        var delivered = callbacks.delivery(id, Status.DELIVERED);
        assertThat(delivered.attempts()).isEqualTo(1);
        assertThat(delivered.deliveredAt()).isNotNull();
    }

    @Test
    void aRefusedCallbackIsFinalAndCanBeSentAgainWithTheSameBodyId() {
        sink.answering(410);
        var id = callbacks.confirmed("refused");
        var failed = callbacks.delivery(id, Status.FAILED);
        assertThat(failed.attempts()).isEqualTo(1);
        assertThat(failed.nextAttemptAt()).isNull();

        sink.answering(200);
        service.tical()
                .deliveries()
                .redeliver(merchant.organizationId(), failed.key().id());
        callbacks.delivery(id, Status.DELIVERED);
        var received = sink.about(id);
        assertThat(received)
                .hasSize(2)
                .extracting(Received::bodyId)
                .containsOnly(failed.eventId().toString());
        assertThat(received)
                .extracting(Received::body)
                .containsOnly(received.getFirst().body());
    }

    @Test
    void anAnswerOf500IsRetriedWithTheSameBodyAndAFreshSignature() {
        var answers = new AtomicInteger();
        sink.answering(callback -> answers.incrementAndGet() < 3 ? 500 : 204);
        var id = callbacks.confirmed("retried");
        callbacks.retryNow(id, 1);
        callbacks.retryNow(id, 2);
        var delivered = callbacks.delivery(id, Status.DELIVERED);
        assertThat(delivered.attempts()).isEqualTo(3);
        var received = sink.about(id);
        assertThat(received)
                .hasSize(3)
                .extracting(Received::bodyId)
                .containsOnly(delivered.eventId().toString());
        assertThat(received)
                .extracting(Received::body)
                .containsOnly(received.getFirst().body());
        assertThat(received)
                .extracting(callback -> callback.header("X-Request-ID"))
                .doesNotHaveDuplicates();
        for (var callback : received) {
            PayoutCallbacks.requireSigned(callback, callbacks.secret());
        }
        var attempts = callbacks.detail(id).attempts();
        assertThat(attempts).extracting(Delivery.Attempt::number).containsExactly(1, 2, 3);
        assertThat(attempts).extracting(Delivery.Attempt::statusCode).containsExactly(500, 500, 204);
        assertThat(attempts.getFirst().responseExcerpt()).isEqualTo("answer 500");
        assertThat(attempts)
                .extracting(attempt -> attempt.requestId().toString())
                .containsExactlyElementsOf(received.stream()
                        .map(callback -> callback.header("X-Request-ID"))
                        .toList());
    }

    @Test
    void theSecondAttemptFollowsAboutFiveSecondsAfterAFailure() {
        sink.answering(503);
        var id = callbacks.confirmed("waits");
        await().atMost(SOON).until(() -> sink.about(id).size() == 2);
        var times = sink.about(id).stream().map(Received::at).toList();
        assertThat(Duration.between(times.get(0), times.get(1)))
                .isBetween(Duration.ofMillis(3_900), Duration.ofSeconds(25));
    }

    @Test
    void aRedirectIsAFailureAndIsNotFollowed() {
        sink.answering(302);
        var id = callbacks.confirmed("redirected");
        callbacks.retryNow(id, 1);
        callbacks.awaitAttempts(id, 2);
        assertThat(sink.about(id)).hasSize(2);
        assertThat(callbacks.delivery(id).status()).isEqualTo(Status.PENDING);
    }

    @Test
    void theTwentiethFailureIsTheLast() {
        sink.answering(500);
        var id = callbacks.confirmed("twenty");
        callbacks.awaitAttempts(id, 1);
        service.sql(
                "UPDATE delivery SET attempts = 19, round_attempts = 19, next_attempt_at = now() WHERE transaction_id = '"
                        + id + "' AND claim IS NULL");
        var failed = callbacks.delivery(id, Status.FAILED);
        assertThat(failed.attempts()).isEqualTo(20);
    }

    @Test
    void anUnreachableServerIsRetried() {
        sink.close();
        var id = callbacks.confirmed("unreachable");
        callbacks.awaitAttempts(id, 1);
        var detail = callbacks.detail(id);
        assertThat(detail.delivery().status()).isEqualTo(Status.PENDING);
        assertThat(detail.attempts().getFirst().error()).isEqualTo("connection refused");
        assertThat(detail.attempts().getFirst().statusCode()).isNull();
    }

    @Test
    void duringARotationBothSecretsSign() {
        var old = callbacks.secret();
        var told = service.tical().callbackEndpoints().rotate(merchant.organizationId(), Kind.PAYOUT);
        var callback = callbacks.first(callbacks.confirmed("rotated"));
        var signatures = callback.header("X-P2P-Signature").split(",");
        assertThat(signatures).hasSize(2);
        var timestamp = callback.header("X-P2P-Timestamp");
        var body = callback.body().getBytes(UTF_8);
        assertThat(signatures[0]).isEqualTo("v1=" + Hashes.signature(told.signingSecret(), timestamp, body));
        assertThat(signatures[1]).isEqualTo("v1=" + Hashes.signature(old, timestamp, body));
        assertThat("v1=" + callback.header("X-Signature")).isEqualTo(signatures[0]);
        assertThat(callback.header("webhook-signature").split(" ")).hasSize(2);

        service.asService(
                "callback_endpoint",
                "UPDATE callback_endpoint SET previous_secret_until = now() - interval '1 second' WHERE organization_id = '"
                        + merchant.organizationId() + "'");
        assertThat(callbacks.first(callbacks.confirmed("after the overlap")).header("X-P2P-Signature"))
                .doesNotContain(",");
    }

    @Test
    void withoutAnEndpointNothingIsDelivered() {
        service.tical().callbackEndpoints().remove(merchant.organizationId(), Kind.PAYOUT);
        var id = callbacks.confirmed("nowhere");
        assertThat(callbacks.deliveries(id)).isEmpty();
        assertThat(service.count("SELECT count(*) FROM event WHERE transaction_id = '" + id + "'"))
                .isEqualTo(1);
    }

    @Test
    void removingTheEndpointFailsItsPendingDeliveries() {
        sink.answering(500);
        var id = callbacks.confirmed("removed");
        await().atMost(SOON).until(() -> callbacks.delivery(id).attempts() == 1);
        service.tical().callbackEndpoints().remove(merchant.organizationId(), Kind.PAYOUT);
        assertThat(callbacks.delivery(id).status()).isEqualTo(Status.FAILED);
        assertThatThrownBy(() -> service.tical()
                        .deliveries()
                        .redeliver(
                                merchant.organizationId(),
                                callbacks.delivery(id).key().id()))
                .isInstanceOf(Problem.Conflict.class)
                .hasMessageContaining("callback URL");
    }

    @Test
    void after120HoursWithoutASuccessAnEndpointIsSuspendedUntilItIsSavedAgain() {
        sink.answering(500);
        var first = callbacks.confirmed("suspended 1");
        await().atMost(SOON)
                .until(() -> service.tical()
                                .callbackEndpoints()
                                .find(merchant.organizationId(), Kind.PAYOUT)
                                .orElseThrow()
                                .failingSince()
                        != null);
        service.sql(
                "UPDATE callback_endpoint SET failing_since = now() - interval '121 hours' WHERE organization_id = '"
                        + merchant.organizationId() + "'");
        var second = callbacks.confirmed("suspended 2");
        callbacks.delivery(first, Status.SUSPENDED);
        callbacks.delivery(second, Status.SUSPENDED);
        var third = callbacks.confirmed("suspended 3");
        assertThat(callbacks.delivery(third).status()).isEqualTo(Status.SUSPENDED);
        assertThat(sink.about(third)).isEmpty();

        sink.answering(200);
        callbacks.setEndpoint(Form.AUTO);
        for (var id : new String[] {first, second, third}) {
            callbacks.delivery(id, Status.DELIVERED);
        }
    }

    @Test
    void anAcceptedTestEventEndsASuspension() {
        service.sql("UPDATE callback_endpoint SET failing_since = now() - interval '121 hours', suspended_at = now()"
                + " WHERE organization_id = '" + merchant.organizationId() + "'");
        var id = callbacks.confirmed("held back");
        assertThat(callbacks.delivery(id).status()).isEqualTo(Status.SUSPENDED);
        var pings = service.tical().pings();
        assertThat(pings.send(merchant.organizationId(), Kind.PAYOUT).delivered())
                .isTrue();
        callbacks.delivery(id, Status.DELIVERED);
        var ping = sink.received().getFirst();
        assertThat(ping.json().get("event").asText()).isEqualTo("ping");
        PayoutCallbacks.requireSigned(ping, callbacks.secret());
    }

    @Test
    void anEndpointThatHangsDelaysNoOther() throws Exception {
        try (var hanging = new CallbackSink().answering(callback -> {
            sleep(20_000);
            return 200;
        })) {
            var slow = service.merchant().funded("THB", 1_000_000);
            service.tical().callbackEndpoints().save(slow.organizationId(), Kind.PAYOUT, hanging.url(), null);
            for (int i = 0; i < 40; i++) {
                var id = slow.payout("slow-" + i, 1_000).expect(201).word("id");
                slow.post("/v1/payouts/" + id + "/test-confirm").expect(200);
            }
            var began = System.nanoTime();
            callbacks.first(callbacks.confirmed("beside a slow one"));
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(15));
        }
    }

    /** A delivery of which a node that died has begun the attempt with this number. */
    private String begun(String reference, int attempt, String expiry) {
        service.tical().callbackEndpoints().remove(merchant.organizationId(), Kind.PAYOUT);
        var id = callbacks.confirmed(reference);
        service.tical().callbackEndpoints().save(merchant.organizationId(), Kind.PAYOUT, sink.url(), null);
        service.asService("delivery", String.format(Locale.ROOT, """
                INSERT INTO delivery (organization_id, livemode, delivery_id, event_id, type, transaction_type, transaction_id,
                    endpoint, url, status, attempts, round_attempts, next_attempt_at, claim, created_at)
                SELECT organization_id, livemode, gen_random_uuid(), event_id, type, transaction_type, transaction_id, 'payout', '',
                    'pending', %1$d, %1$d, now() + interval '%2$s', gen_random_uuid(), now()
                FROM event WHERE transaction_id = '%3$s'""", attempt, expiry, id));
        return id;
    }

    @Test
    void theTwentiethAttemptIsTheLastAlsoIfItsNodeDied() {
        var id = begun("died at the last", 20, "0 seconds");
        assertThat(callbacks.delivery(id, Status.FAILED).attempts()).isEqualTo(20);
        assertThat(sink.about(id)).isEmpty();
    }

    @Test
    void theClaimOfADeadNodeExpiresWithinSeconds() {
        var id = begun("taken over", 1, "2 seconds");
        var delivered = callbacks.delivery(id, Status.DELIVERED);
        assertThat(delivered.attempts()).isEqualTo(2);
        assertThat(sink.about(id)).hasSize(1);
    }

    @Test
    void thePayoutsTimelineShowsItsCallbacks() {
        var id = callbacks.confirmed("timeline");
        callbacks.delivery(id, Status.DELIVERED);
        var items = merchant.get("/v1/payouts/" + id + "/timeline").expect(200).data();
        assertThat(items.findValuesAsText("kind")).contains("delivery");
        assertThat(items.findValuesAsText("title")).contains("payout.succeeded queued", "payout.succeeded: HTTP 200");
    }

    @Test
    void eventsAndDeliveriesAreDeletedAfterThirtyDays() {
        var id = callbacks.confirmed("old");
        callbacks.delivery(id, Status.DELIVERED);
        for (var table : new String[] {"event", "delivery"}) {
            service.asService(
                    table,
                    "UPDATE " + table + " SET created_at = now() - interval '31 days' WHERE transaction_id = '" + id
                            + "'");
        }
        service.asService(
                "delivery_attempt",
                "UPDATE delivery_attempt a SET created_at = now() - interval '31 days' FROM delivery d"
                        + " WHERE a.delivery_id = d.delivery_id AND d.transaction_id = '" + id + "'");
        var deliveryId = callbacks.delivery(id).key().id();
        service.tical().deliveries().housekeeping().round();
        assertThat(service.count("SELECT count(*) FROM event WHERE transaction_id = '" + id + "'"))
                .isZero();
        assertThat(service.count("SELECT count(*) FROM delivery WHERE transaction_id = '" + id + "'"))
                .isZero();
        assertThat(service.count("SELECT count(*) FROM delivery_attempt WHERE delivery_id = '" + deliveryId + "'"))
                .isZero();
    }

    private static int sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return 0;
    }
}
