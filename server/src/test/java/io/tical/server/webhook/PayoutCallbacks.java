package io.tical.server.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.server.Merchant;
import io.tical.server.TestService;
import io.tical.server.secret.Hashes;
import io.tical.server.transaction.Page;
import io.tical.server.webhook.CallbackEndpoint.Form;
import io.tical.server.webhook.CallbackEndpoint.Kind;
import io.tical.server.webhook.CallbackSink.Received;
import io.tical.server.webhook.Delivery.Status;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;

/** The callbacks about a merchant's payouts, and their deliveries. */
record PayoutCallbacks(TestService service, Merchant merchant, CallbackSink sink) {
    private static final Duration SOON = Duration.ofSeconds(90);

    void setEndpoint(Form form) {
        service.tical().callbackEndpoints().save(merchant.organizationId(), Kind.PAYOUT, sink.url(), form);
    }

    /** Confirms a new test payout, and returns its id. */
    String confirmed(String reference) {
        var id = merchant.payout(reference, 1_000).expect(201).word("id");
        merchant.post("/v1/payouts/" + id + "/test-confirm").expect(200);
        return id;
    }

    /** Waits for the first callback about a payout. */
    Received first(String transactionId) {
        await().atMost(SOON).until(() -> !sink.about(transactionId).isEmpty());
        return sink.about(transactionId).getFirst();
    }

    Delivery delivery(String transactionId) {
        var found = deliveries(transactionId);
        assertThat(found).hasSize(1);
        return found.getFirst();
    }

    List<Delivery> deliveries(String transactionId) {
        var filter = new DeliveryFilter(null, null, null, UUID.fromString(transactionId));
        return service.tical().deliveries().list(merchant.organizationId(), filter, new Page(10, 0, null));
    }

    /** The delivery with its attempts. */
    Deliveries.Detail detail(String transactionId) {
        return service.tical()
                .deliveries()
                .get(merchant.organizationId(), delivery(transactionId).key().id());
    }

    /** Waits until the delivery has this status. */
    Delivery delivery(String transactionId, Status status) {
        await().atMost(SOON).until(() -> delivery(transactionId).status() == status);
        return delivery(transactionId);
    }

    /** Waits until this many attempts are recorded. The delivery counts an attempt from its beginning. */
    void awaitAttempts(String transactionId, int attempts) {
        await().atMost(SOON).until(() -> detail(transactionId).attempts().size() == attempts);
    }

    /** Makes the next attempt due once this many are recorded. */
    void retryNow(String transactionId, int attempts) {
        awaitAttempts(transactionId, attempts);
        service.sql("UPDATE delivery SET next_attempt_at = now() WHERE transaction_id = '" + transactionId + "'");
    }

    String secret() {
        var key = new CallbackEndpoint.Key(merchant.organizationId(), Kind.PAYOUT);
        var targets = service.tical()
                .database()
                .run(session -> service.tical().callbackEndpoints().targets(session, Set.of(key)));
        return Objects.requireNonNull(targets.get(key)).secret();
    }

    /** Requires all signatures of a callback. */
    static void requireSigned(Received callback, String secret) {
        var body = callback.body().getBytes(UTF_8);
        var timestamp = callback.header("X-P2P-Timestamp");
        var digest = Hashes.signature(secret, timestamp, body);
        assertThat(callback.header("X-P2P-Signature")).isEqualTo("v1=" + digest);
        assertThat(callback.header("X-Signature")).isEqualTo(digest);
        assertThat(callback.header("X-Timestamp")).isEqualTo(timestamp);
        assertThat(callback.header("webhook-timestamp")).isEqualTo(timestamp);
        assertThat(callback.header("webhook-signature"))
                .isEqualTo("v1," + Callback.standardSignature(secret, callback.bodyId(), timestamp, body));
    }
}
