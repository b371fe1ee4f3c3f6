package io.tical.server.webhook;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import io.tical.server.transaction.Event;
import io.tical.server.webhook.CallbackEndpoint.Kind;
import io.tical.server.webhook.CallbackEndpoint.Target;
import io.tical.server.webhook.Delivery.Status.Trigger;
import io.tical.server.webhook.DeliveryQueue.Altered;
import io.tical.server.webhook.DeliveryQueue.Claim;
import io.tical.server.webhook.DeliveryQueue.Pending;
import io.tical.server.webhook.DeliveryQueue.Quota;
import io.tical.server.work.Items;
import io.tical.server.work.Work;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Claims deliveries that are due, endpoint by endpoint, so that no endpoint waits for the backlog of another. If a
 * claim fails, each endpoint is claimed separately, and the retry of the failing delivery or endpoint is delayed.
 */
final class DeliveryClaims {
    private static final int ENDPOINTS_MAX = 256;
    private static final int CLAIM_MAX = 256;
    /** The deliveries of one endpoint that are claimed separately in a round. */
    private static final int EACH_MAX = 16;
    /** When an altered delivery is looked at again; the health check shows it until then. */
    private static final Duration ALTERED_AGAIN = Duration.ofMinutes(1);

    /** A position before every endpoint. */
    static final CallbackEndpoint.Key FIRST = new CallbackEndpoint.Key(new UUID(0, 0), Kind.PAYIN);

    private final Database database;
    private final CallbackEndpoints endpoints;
    private final ConcurrencyWindows windows;
    private final Predicate<Session> allowed;
    private final Items<CallbackEndpoint.Key> endpointItems;
    private final Items<TransactionKey> deliveryItems;

    /** @param allowed whether something may be told after this transaction */
    DeliveryClaims(
            Database database, CallbackEndpoints endpoints, ConcurrencyWindows windows, Predicate<Session> allowed) {
        this.database = database;
        this.allowed = allowed;
        this.endpoints = endpoints;
        this.windows = windows;
        // An endpoint has no due time that could be moved.
        this.endpointItems = new Items<>("callbacks to", (endpoint, by) -> false);
        this.deliveryItems = new Items<>("delivery", this::delay);
    }

    /** An attempt to be made, with its event and target. */
    record Sending(Claim claim, Event event, Target target) {}

    /**
     * The claims of a round.
     *
     * @param next the endpoint after which the next round continues
     * @param more whether there are endpoints that this round did not reach
     */
    record Claimed(List<Sending> sendings, CallbackEndpoint.Key next, boolean more) {}

    /** Whether no delivery of any endpoint is due; false where {@code from} is not the first position. */
    boolean nothingDue(CallbackEndpoint.Key from) {
        if (!from.equals(FIRST)) {
            return false;
        }
        var pending = database.run(session -> DeliveryQueue.pending(session, from, ENDPOINTS_MAX));
        return pending.size() < ENDPOINTS_MAX && pending.stream().noneMatch(Pending::due);
    }

    /** Claims due deliveries of the endpoints after {@code from}. */
    Claimed claim(Session session, CallbackEndpoint.Key from, long now) {
        var most = Math.min(CLAIM_MAX, windows.available());
        if (most == 0) {
            return new Claimed(List.of(), from, false);
        }
        var pending = DeliveryQueue.pending(session, from, ENDPOINTS_MAX);
        var quotas = pending.stream()
                .filter(Pending::due)
                .map(endpoint -> new Quota(endpoint.endpoint(), available(endpoint.endpoint(), now)))
                .filter(quota -> quota.most() > 0)
                .toList();
        var claimed = quotas.isEmpty()
                ? List.<DeliveryQueue.Claimed>of()
                : DeliveryQueue.claim(session, quotas, Work.LEASE, most);
        // Where the claims reached their limit, the next round continues after the last endpoint that was served.
        var last = claims(claimed).reduce((_, later) -> later);
        var next = claimed.size() == most && last.isPresent()
                ? last.get().delivery().endpointKey()
                : pending.size() == ENDPOINTS_MAX ? pending.getLast().endpoint() : FIRST;
        return new Claimed(sendings(session, claimed), next, !next.equals(FIRST));
    }

    private static Stream<Claim> claims(Collection<DeliveryQueue.Claimed> claimed) {
        return claimed.stream().filter(Claim.class::isInstance).map(Claim.class::cast);
    }

    /**
     * Adds the events and endpoints to the claims. Deliveries to an endpoint that was removed or suspended stop. Those that the service did
     * not write wait, and so do those whose event is altered or missing.
     */
    private List<Sending> sendings(Session session, List<DeliveryQueue.Claimed> claimed) {
        if (claimed.isEmpty()) {
            return List.of();
        }
        var claims = claims(claimed).toList();
        var keys = claims.stream().map(claim -> claim.delivery().endpointKey()).collect(Collectors.toSet());
        var targets = endpoints.targets(session, keys);
        keys.forEach(key -> stopUnreachable(session, key, targets.get(key)));
        var events = DeliveryQueue.events(session, claims).stream()
                .collect(Collectors.toMap(Event::id, Function.identity()));
        var sendings = new ArrayList<Sending>();
        var altered = claimed.stream()
                .filter(Altered.class::isInstance)
                .map(Altered.class::cast)
                .collect(Collectors.toCollection(ArrayList::new));
        for (var claim : claims) {
            var target = targets.get(claim.delivery().endpointKey());
            if (target != null && target.url() != null && !target.suspended()) {
                var event = events.get(claim.delivery().eventId());
                if (event == null) {
                    altered.add(withoutEvent(session, claim));
                } else {
                    sendings.add(new Sending(claim, event, target));
                }
            }
        }
        if (!altered.isEmpty()) {
            DeliveryQueue.setAside(session, altered, ALTERED_AGAIN);
        }
        return sendings;
    }

    private static Altered withoutEvent(Session session, Claim claim) {
        var delivery = claim.delivery();
        session.rowMac()
                .altered("In delivery, organization_id " + delivery.key().organizationId() + ", livemode "
                        + delivery.key().livemode() + ", delivery_id " + delivery.id() + ": the event "
                        + delivery.eventId()
                        + " is altered or missing, so its callback waits. Run ./tical audit.");
        return new Altered(delivery.key(), claim.requestId());
    }

    private static void stopUnreachable(Session session, CallbackEndpoint.Key endpoint, @Nullable Target target) {
        if (target == null || target.url() == null) {
            DeliveryStore.transit(session, endpoint, Trigger.DROP);
        } else if (target.suspended()) {
            DeliveryStore.transit(session, endpoint, Trigger.SUSPEND);
        }
    }

    private int available(CallbackEndpoint.Key endpoint, long now) {
        return endpointItems.skipped(endpoint) ? 0 : windows.available(endpoint, now);
    }

    /** Claims the deliveries of each endpoint separately, after the common transaction failed. */
    Claimed claimEach(CallbackEndpoint.Key from, long now) {
        var due = database.run(session -> DeliveryQueue.pending(session, from, ENDPOINTS_MAX));
        var sendings = new ArrayList<Sending>();
        for (var pending : due) {
            var most = Math.min(
                    Math.min(CLAIM_MAX, windows.available()) - sendings.size(), available(pending.endpoint(), now));
            if (pending.due() && most > 0) {
                var quota = new Quota(pending.endpoint(), Math.min(most, EACH_MAX));
                endpointItems.run(pending.endpoint(), () -> sendings.addAll(claim(quota)));
            }
        }
        var next = due.size() == ENDPOINTS_MAX ? due.getLast().endpoint() : FIRST;
        return new Claimed(sendings, next, !next.equals(FIRST));
    }

    /** Claims deliveries of one endpoint, each in its own transaction. */
    private List<Sending> claim(Quota quota) {
        var sendings = new ArrayList<Sending>();
        var due = database.run(session -> DeliveryQueue.due(session, quota));
        var failed = due.stream()
                .filter(key -> !deliveryItems.run(
                        key,
                        () -> sendings.addAll(database.transaction(session -> allowed.test(session)
                                ? sendings(session, DeliveryQueue.claim(session, key, Work.LEASE))
                                : List.<Sending>of()))))
                .count();
        if (failed > 0 && failed == due.size()) {
            throw new IllegalStateException("none of " + failed + " deliveries can be sent");
        }
        return sendings;
    }

    /** Delays a delivery that failed. */
    boolean delay(TransactionKey key, Duration by) {
        return database.transaction(session -> DeliveryQueue.delay(session, key, by)) > 0;
    }
}
