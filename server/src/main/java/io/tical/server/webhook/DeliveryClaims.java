package io.tical.server.webhook;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.merchant.CallbackEndpoint;
import io.tical.server.merchant.CallbackEndpoint.Kind;
import io.tical.server.merchant.CallbackEndpoint.Target;
import io.tical.server.merchant.CallbackEndpoints;
import io.tical.server.transaction.Event;
import io.tical.server.transaction.TransactionKey;
import io.tical.server.webhook.Delivery.Status;
import io.tical.server.webhook.DeliveryQueue.Claim;
import io.tical.server.webhook.DeliveryQueue.Line;
import io.tical.server.webhook.DeliveryQueue.Room;
import io.tical.server.work.Items;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Claims deliveries that are due, endpoint by endpoint, so that nobody waits behind the queue of somebody else. Where a
 * claim fails, each endpoint is claimed by itself; what is at fault there is put off, and the others go on.
 */
final class DeliveryClaims {
    private static final int LINES_MAX = 256;
    private static final int CLAIM_MAX = 256;
    /** Deliveries of one endpoint that are claimed one by one in a round. */
    private static final int EACH_MAX = 16;

    /** Before every endpoint. */
    static final CallbackEndpoint.Key FIRST = new CallbackEndpoint.Key(new UUID(0, 0), Kind.PAYIN);

    private final Database database;
    private final CallbackEndpoints endpoints;
    private final ConcurrencyWindows paces;
    private final Duration lease;
    private final Items<CallbackEndpoint.Key> lines;
    private final Items<TransactionKey> deliveries;

    DeliveryClaims(Database database, CallbackEndpoints endpoints, ConcurrencyWindows paces, Duration lease) {
        this.database = database;
        this.endpoints = endpoints;
        this.paces = paces;
        this.lease = lease;
        // An endpoint has no time at which it is due.
        this.lines = new Items<>("every callback to", (line, by) -> false);
        this.deliveries = new Items<>("delivery", this::putOff);
    }

    /** One attempt that is to begin. */
    record Sending(Claim claim, Event event, Target target) {}

    /**
     * What a round claimed.
     *
     * @param next from behind which endpoint the next round looks on
     * @param more whether there are endpoints that this round did not come to
     */
    record Claimed(List<Sending> sendings, CallbackEndpoint.Key next, boolean more) {}

    /** Claims what is due at the endpoints behind {@code from}. */
    Claimed claim(Session session, CallbackEndpoint.Key from, long now) {
        var most = Math.min(CLAIM_MAX, paces.room());
        if (most == 0) {
            return new Claimed(List.of(), from, false);
        }
        var lines =
                DeliveryQueue.lines(session, from.organizationId(), from.kind().word(), LINES_MAX);
        var rooms = lines.stream()
                .filter(Line::due)
                .map(line -> new Room(line.key(), room(line.key(), now)))
                .filter(room -> room.most() > 0)
                .toList();
        var claims = rooms.isEmpty() ? List.<Claim>of() : DeliveryQueue.claim(session, rooms, lease, most);
        // Where the claims came to their bound, the next round goes on behind the endpoint that was served last.
        var next = claims.size() == most
                ? claims.getLast().delivery().line()
                : lines.size() == LINES_MAX ? lines.getLast().key() : FIRST;
        return new Claimed(sendings(session, claims), next, !next.equals(FIRST));
    }

    /** What was claimed, with all that is needed to send it. What has nowhere to go any more is put aside. */
    private List<Sending> sendings(Session session, List<Claim> claims) {
        if (claims.isEmpty()) {
            return List.of();
        }
        var lines = claims.stream().map(claim -> claim.delivery().line()).collect(Collectors.toSet());
        var targets = endpoints.targets(session, lines);
        lines.forEach(line -> putAside(session, line, targets.get(line)));
        var events = DeliveryQueue.events(session, claims).stream()
                .collect(Collectors.toMap(Event::id, Function.identity()));
        var sendings = new ArrayList<Sending>();
        for (var claim : claims) {
            var target = targets.get(claim.delivery().line());
            if (target != null && target.url() != null && !target.suspended()) {
                var event = Objects.requireNonNull(events.get(claim.delivery().eventId()));
                sendings.add(new Sending(claim, event, target));
            }
        }
        return sendings;
    }

    private static void putAside(Session session, CallbackEndpoint.Key line, @Nullable Target target) {
        if (target == null || target.url() == null) {
            DeliveryStore.stop(session, line, Status.FAILED);
        } else if (target.suspended()) {
            DeliveryStore.stop(session, line, Status.SUSPENDED);
        }
    }

    private int room(CallbackEndpoint.Key line, long now) {
        return lines.resting(line) ? 0 : paces.room(line, now);
    }

    /** The same with a transaction for each endpoint, after one for all of them failed. */
    Claimed claimEach(CallbackEndpoint.Key from, long now) {
        var due = database.run(session ->
                DeliveryQueue.lines(session, from.organizationId(), from.kind().word(), LINES_MAX));
        var sendings = new ArrayList<Sending>();
        for (var line : due) {
            var most = Math.min(Math.min(CLAIM_MAX, paces.room()) - sendings.size(), room(line.key(), now));
            if (line.due() && most > 0) {
                lines.run(line.key(), () -> sendings.addAll(claim(new Room(line.key(), Math.min(most, EACH_MAX)))));
            }
        }
        var next = due.size() == LINES_MAX ? due.getLast().key() : FIRST;
        return new Claimed(sendings, next, !next.equals(FIRST));
    }

    /** Claims of one endpoint, each in a transaction of its own. */
    private List<Sending> claim(Room room) {
        var sendings = new ArrayList<Sending>();
        var due = database.run(session -> DeliveryQueue.due(session, room));
        var failed = due.stream()
                .filter(key -> !deliveries.run(
                        key,
                        () -> sendings.addAll(database.transaction(
                                session -> sendings(session, DeliveryQueue.claim(session, key, lease))))))
                .count();
        if (failed > 0 && failed == due.size()) {
            throw new IllegalStateException("none of " + failed + " deliveries can be sent");
        }
        return sendings;
    }

    private boolean putOff(TransactionKey key, Duration by) {
        return database.transaction(session -> DeliveryQueue.putOff(session, key, by)) > 0;
    }
}
