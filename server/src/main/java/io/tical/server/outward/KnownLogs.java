package io.tical.server.outward;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.AuditEntry;
import io.tical.server.transaction.AuditEntry.Act;
import io.tical.server.transaction.StaffDecision;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The logs of all nodes, as the database knows them.
 *
 * @param kept for how long a log that was closed or is gone may be needed
 */
public record KnownLogs(Database database, Clock clock, Duration kept) {
    /** The name of a log in codes and in the audit log. */
    public static final String RESOURCE = "outward_log";

    /**
     * A log.
     *
     * @param records everything up to this one is in the database
     * @param systemIdentifier of the database with which it was last compared, with its timeline
     * @param compared whether that is this database
     * @param seenAt when its node was last at work
     * @param alive whether its node is at work now
     * @param note why people say that it is gone
     */
    public record Known(
            UUID id,
            LogStatus status,
            long records,
            long systemIdentifier,
            long timeline,
            boolean compared,
            Instant comparedAt,
            Instant seenAt,
            boolean alive,
            @Nullable String note) {
        /** It in words. */
        public String words() {
            return "log " + id + ", last seen " + seenAt;
        }
    }

    /** A log belongs to the service. */
    public static TransactionKey key(UUID log) {
        return TransactionKey.ofService(true, log);
    }

    /** Those that may be needed; those that were begun last come first. */
    public List<Known> list() {
        return database.run(this::list).reversed();
    }

    private List<Known> list(Session session) {
        var state = stateIfTold(session);
        var alive = OutwardStore.alive(session, Fence.ALIVE_SECONDS);
        var seen = OutwardStore.seen(session);
        return OutwardStore.neededLogs(session, clock.instant().minus(kept), List.of()).stream()
                .map(one -> new Known(
                        one.id(),
                        one.status(),
                        one.known().records(),
                        one.comparedWith().systemIdentifier(),
                        one.comparedWith().timeline(),
                        state != null && one.isComparedWith(state),
                        one.comparedAt(),
                        seen.getOrDefault(one.id(), one.comparedAt()),
                        alive.contains(one.id()),
                        one.note()))
                .toList();
    }

    private static @Nullable DatabaseState stateIfTold(Session session) {
        try {
            return OutwardStore.state(session);
        } catch (DatabaseState.Untold untold) {
            return null;
        }
    }

    /** @throws Problem.NotFound {@code OUTWARD_LOG_NOT_FOUND} */
    public Known get(UUID id) {
        return database.run(session -> get(session, id));
    }

    private Known get(Session session, UUID id) {
        return list(session).stream()
                .filter(one -> one.id().equals(id))
                .findFirst()
                .orElseThrow(() -> Problem.NotFound.of(RESOURCE));
    }

    /**
     * Requires that people can say that a log is gone.
     *
     * @throws Problem.NotFound {@code OUTWARD_LOG_NOT_FOUND}
     * @throws Problem.Conflict {@code OUTWARD_LOG_GONE} if they have said so; {@code OUTWARD_LOG_IN_USE} while its node is at work
     */
    public void requireMayBeGone(UUID id) {
        requireMayBeGone(get(id));
    }

    private static void requireMayBeGone(Known log) {
        if (log.status() == LogStatus.GONE) {
            throw new Problem.Conflict(
                    "OUTWARD_LOG_GONE",
                    "Two administrators have said already that this log is gone. Load the logs again.");
        }
        if (log.alive()) {
            throw new Problem.Conflict(
                    "OUTWARD_LOG_IN_USE",
                    "The node of this log was at work in the last " + Fence.ALIVE_SECONDS
                            + " seconds, so the log is not gone. If it never will be read again, stop the node and wait that long.");
        }
    }

    /**
     * Says that a log does not exist any more: nothing waits until it is compared.
     *
     * @throws Problem as {@link #requireMayBeGone}
     */
    public void gone(UUID id, StaffDecision by) {
        database.transaction(session -> {
            var noted = OutwardStore.lockLog(session, id).orElseThrow(() -> Problem.NotFound.of(RESOURCE));
            var log = get(session, id);
            requireMayBeGone(log);
            OutwardStore.LOGS
                    .update(session, List.of(noted.gone(String.valueOf(by.note()))))
                    .run();
            AuditEntry.insertLater(session, by.actor(), act(log).ofControl(log.words(), by), clock.instant());
            return log;
        });
    }

    /** What the audit log shows when people say that a log is gone. */
    public static Act act(Known log) {
        return Act.change(null, null, "gone", RESOURCE, log.id(), new Shown(log.status()), new Shown(LogStatus.GONE));
    }

    private record Shown(LogStatus status) {}
}
