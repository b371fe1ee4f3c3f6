package io.tical.server.webhook;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tical.common.Ids;
import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.key.RequestKey;
import io.tical.server.key.TransactionKey;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.TimelineItem;
import io.tical.server.work.Housekeeping;
import io.tical.server.work.Work;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The use cases of deliveries for merchants and staff. */
public record Deliveries(Database database, CallbackEndpoints endpoints, Clock clock) {
    /** How long attempts, deliveries and events can be read. */
    public static final Duration KEPT = Duration.ofDays(30);

    /** Deliveries of one state are counted up to this number. */
    public static final int COUNTED_MAX = 10_000;

    /** The maximum number of attempts that a search by request id reads. */
    private static final int SEARCHED_MAX = 10_000;

    private static final Duration RECENT = Duration.ofHours(24);

    private static final int FORGET_ROWS_MAX = 5_000;

    /**
     * A delivery with its body and attempts, as in JSON.
     *
     * @param body the body as sent
     * @param attempts of the last 30 days, oldest first
     * @param sent the last attempt's request; null if unknown
     */
    public record Detail(
            @JsonUnwrapped Delivery delivery,
            String body,
            @JsonProperty("attempt_log") List<Delivery.Attempt> attempts,
            @JsonIgnore @Nullable Sent sent) {}

    /**
     * The request of an attempt.
     *
     * @param headers all headers except {@code Host}, {@code Content-Length}, {@code Connection} and {@code Accept-Encoding}
     * @param signatureBase the text that {@code X-Signature} and {@code X-P2P-Signature} sign
     * @param webhookSignatureBase the text that {@code webhook-signature} signs
     */
    public record Sent(
            int attempt,
            Instant at,
            String url,
            Map<String, String> headers,
            String signatureBase,
            String webhookSignatureBase) {}

    /**
     * The numbers of pending, failed and suspended deliveries of an environment.
     *
     * @param pending like the others, counted up to {@link #COUNTED_MAX}
     */
    public record Unfinished(long pending, long failed, long suspended) {}

    /** The unfinished deliveries of the last 30 days. */
    public Unfinished unfinished(UUID organizationId, boolean livemode) {
        var since = Ids.boundary(clock.instant().minus(KEPT));
        return database.run(session -> DeliveryStore.unfinished(session, organizationId, livemode, since, COUNTED_MAX));
    }

    /**
     * The outcomes of the last 24 hours at each endpoint; an endpoint without one has no entry.
     *
     * @param environments those whose deliveries count: whether they are live
     */
    public Map<CallbackEndpoint.Kind, CallbackHealth.Recent> recent(
            UUID organizationId, Collection<Boolean> environments) {
        var now = clock.instant();
        return database.run(session -> DeliveryStore.recent(
                session,
                organizationId,
                environments,
                Ids.boundary(now.minus(RECENT)),
                Ids.boundary(now.minus(KEPT)),
                COUNTED_MAX / 2));
    }

    /** One row more than the page's limit, when there are that many; newest first. */
    public List<Delivery> list(UUID organizationId, DeliveryFilter filter, Page page) {
        return database.run(session -> DeliveryStore.list(session, organizationId, filter, page));
    }

    /** @throws Problem.NotFound {@code DELIVERY_NOT_FOUND} when it is unknown or another merchant's */
    public Detail get(UUID organizationId, UUID id) {
        return database.run(session -> {
            var delivery = find(session, organizationId, id);
            var endpoint = endpoints.find(session, organizationId, delivery.endpoint());
            var form = endpoint.map(CallbackEndpoint::form).orElse(CallbackEndpoint.Form.AUTO);
            var callback = callback(session, delivery, form);
            var attempts = DeliveryStore.attempts(session, delivery.key());
            var sent = endpoint.filter(one ->
                            !attempts.isEmpty() && one.isAsAt(attempts.getLast().at(), clock.instant()))
                    .map(one -> target(session, delivery))
                    .map(target -> sent(delivery, callback, target, attempts.getLast()));
            var body = new String(callback.body(), StandardCharsets.UTF_8);
            return new Detail(delivery, body, attempts, sent.orElse(null));
        });
    }

    private static Callback callback(Session session, Delivery delivery, CallbackEndpoint.Form form) {
        return Callback.of(DeliveryStore.event(session, delivery).orElseThrow(), form);
    }

    private CallbackEndpoint.@Nullable Target target(Session session, Delivery delivery) {
        return endpoints.targets(session, List.of(delivery.endpointKey())).get(delivery.endpointKey());
    }

    private static Sent sent(
            Delivery delivery, Callback callback, CallbackEndpoint.Target target, Delivery.Attempt attempt) {
        var base = attempt.at().getEpochSecond() + "." + new String(callback.body(), StandardCharsets.UTF_8);
        return new Sent(
                attempt.number(),
                attempt.at(),
                delivery.url(),
                callback.headers(target, attempt.requestId(), attempt.at()),
                base,
                delivery.eventId() + "." + base);
    }

    /** The callback of a delivery, signed for an attempt that the service does not make. */
    MerchantDeliveries.Signed signed(Session session, UUID organizationId, UUID id, UUID requestId, Instant at) {
        var delivery = find(session, organizationId, id);
        var target = target(session, delivery);
        if (target == null || target.url() == null) {
            throw new Problem.Conflict("CALLBACK_URL_MISSING", "There is no callback URL to send it to; set one first");
        }
        var callback = callback(session, delivery, target.form());
        return new MerchantDeliveries.Signed(
                target.url(),
                callback.headers(target, requestId, at),
                new String(callback.body(), StandardCharsets.UTF_8));
    }

    /**
     * Sends a failed delivery again, with the same body id and the full retry schedule.
     *
     * @throws Problem.Conflict {@code DELIVERY_STATUS_TRANSITION_INVALID} unless it failed and its endpoint has a URL
     */
    public Delivery redeliver(UUID organizationId, UUID id) {
        return database.transaction(session -> redeliver(session, organizationId, id));
    }

    /** Sends a failed delivery again, in the caller's transaction. */
    Delivery redeliver(Session session, UUID organizationId, UUID id) {
        var delivery = find(session, organizationId, id);
        var target = target(session, delivery);
        if (target == null || target.url() == null) {
            throw Delivery.Status.TABLE.invalid("There is no callback URL to send it to; set one first");
        }
        if (!DeliveryStore.redeliver(session, delivery.key())) {
            throw Delivery.Status.TABLE.invalid(
                    switch (delivery.status()) {
                        case PENDING -> "This delivery is still being tried; wait for its next attempt";
                        case DELIVERED -> "This delivery was acknowledged; there is nothing to send again";
                        case SUSPENDED ->
                            "The endpoint is suspended; save its URL again or send a successful test event";
                        case FAILED -> "This delivery was just sent again";
                    });
        }
        return find(session, organizationId, id);
    }

    /**
     * The object of the callback that was sent with this {@code X-Request-ID}, among the newest deliveries of the organization. No index
     * contains these ids, because it would make every attempt slower.
     */
    public Optional<UUID> transactionOfAttempt(Session session, RequestKey request) {
        return Ids.parse(request.requestId())
                .flatMap(id -> DeliveryStore.transactionOfAttempt(session, request, id, SEARCHED_MAX));
    }

    /** The deliveries about an object and their attempts. */
    public List<TimelineItem> timeline(TransactionKey transaction) {
        return database.run(session -> {
            var items = new ArrayList<TimelineItem>();
            for (var delivery : DeliveryStore.about(session, transaction)) {
                items.add(item(delivery, delivery.createdAt(), " queued", null));
                for (var attempt : DeliveryStore.attempts(session, delivery.key())) {
                    var outcome = attempt.statusCode() == null ? attempt.error() : "HTTP " + attempt.statusCode();
                    items.add(item(delivery, attempt.at(), ": " + outcome, attempt));
                }
            }
            return items;
        });
    }

    private static TimelineItem item(Delivery delivery, Instant at, String what, Delivery.@Nullable Attempt attempt) {
        var detail = new LinkedHashMap<String, @Nullable Object>();
        detail.put("delivery_id", delivery.key().id());
        detail.put("event_id", delivery.eventId());
        detail.put("event", delivery.type().word());
        detail.put("attempt", attempt == null ? null : attempt.number());
        detail.put("duration_ms", attempt == null ? null : attempt.durationMs());
        detail.put("status_code", attempt == null ? null : attempt.statusCode());
        var requestId = attempt == null ? null : attempt.requestId().toString();
        var title = delivery.type().word() + what;
        return new TimelineItem(at, "delivery", title, detail, requestId);
    }

    /** Deletes what is older than {@link #KEPT}, and resumes deliveries that were suspended while their endpoint was being resumed. */
    public Work housekeeping() {
        return new Housekeeping(
                "delivery-log",
                Duration.ofMinutes(1),
                () -> database.transaction(session -> {
                    DeliveryStore.resumeLateSuspended(session);
                    return DeliveryStore.forget(session, clock.instant().minus(KEPT), FORGET_ROWS_MAX)
                            == FORGET_ROWS_MAX;
                }));
    }

    static Delivery find(Session session, UUID organizationId, UUID id) {
        return DeliveryStore.find(session, organizationId, id).orElseThrow(() -> Problem.NotFound.of("delivery"));
    }
}
