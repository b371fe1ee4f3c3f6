package io.tical.server.outward;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.outward.DatabaseState.Identity;
import io.tical.server.outward.OtherLogs.Signs;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the database notes of the logs of all nodes, from the view of one: how far each is known to it, and which of them keep this node
 * from letting anything leave. One thread uses it, apart from {@link #revert}.
 */
final class LogNotes {
    /** How often the database notes how far the logs are known to it. */
    private static final Duration NOTING = Duration.ofSeconds(2);

    /** How often a node without news says that it is at work, and looks whether the database is still the same one. */
    private static final Duration SEEING = Duration.ofSeconds(4);

    private static final Duration FORGETTING = Duration.ofHours(1);

    /** The log of a node that was not at work for this time, and did not stop in an orderly way, is told of. */
    private static final Duration ABANDONED = Duration.ofHours(1);

    /** What a node has heard of the logs of others within this time is all that there is: no node comes, sends and goes meanwhile. */
    private static final Duration ATTENDED = Duration.ofMinutes(5);

    private static final Logger LOG = LoggerFactory.getLogger(LogNotes.class);

    private final OutwardLogs logs;
    private final Fence.Options options;
    private final Clock clock;

    private long notedAt = System.nanoTime();
    private Map<UUID, LogEnd> noted = Map.of();
    private Instant heardAt = Instant.MIN;

    /** When the logs of all nodes were last noted, as far as the last comparison has heard. */
    private Map<UUID, Instant> heard = Map.of();

    private Instant forgottenAt = Instant.EPOCH;

    /** Whether the database has less than it had, while the same process served it, and this is not noted. */
    private volatile boolean reverted;

    /** When the nodes of other logs were last at work, when this one looked first. */
    private final Map<UUID, Instant> firstSeen = new HashMap<>();

    private @Nullable Identity present;
    private long presentSince;

    /** The database as it was seen, and what it knew of the logs. */
    record Known(DatabaseState state, Map<UUID, NotedLog> logs) {
        Set<UUID> gone() {
            return logs.values().stream()
                    .filter(NotedLog::isGone)
                    .map(NotedLog::id)
                    .collect(Collectors.toSet());
        }

        LogEnd end(UUID log) {
            var note = logs.get(log);
            return note == null ? LogEnd.NOTHING : note.known();
        }

        /** When a log was last noted. */
        Instant comparedAt(UUID log) {
            var note = logs.get(log);
            return note == null ? Instant.EPOCH : note.comparedAt();
        }
    }

    /**
     * The logs that nobody has compared with the database.
     *
     * @param waiting whether their nodes may be at work, so that no people are needed
     */
    record Blocking(List<UUID> logs, boolean waiting) {}

    /** How the database stands to what this node has noted in it. */
    enum Standing {
        /** It has it. */
        AS_NOTED,
        /** It has less. */
        EARLIER,
        /** It has it, but a log of this node is gone, or another node has found a log that must be compared. */
        TO_COMPARE
    }

    /** What was noted, to be kept when the transaction has been committed. */
    record Noted(Standing standing, List<NotedLog> all, Map<UUID, LogEnd> ends, Set<UUID> atWork) {}

    LogNotes(OutwardLogs logs, Fence.Options options, Clock clock) {
        this.logs = logs;
        this.options = options;
        this.clock = clock;
    }

    /** Reads what the database knows. */
    Known read(Database database) throws IOException {
        var found = logs.found();
        var known = database.run(session ->
                new Known(OutwardStore.state(session), byId(OutwardStore.neededLogs(session, since(), found))));
        if (!known.state().identity().equals(present)) {
            present = known.state().identity();
            presentSince = System.nanoTime();
        }
        return known;
    }

    private static Map<UUID, NotedLog> byId(Collection<NotedLog> all) {
        return all.stream().collect(Collectors.toMap(NotedLog::id, Function.identity()));
    }

    /** What was noted before is in every backup that may be restored. */
    private Instant since() {
        return clock.instant().minus(options.kept());
    }

    private Map<UUID, Instant> remembered() {
        var since = since();
        return logs.remembered().entrySet().stream()
                .filter(one -> !one.getValue().isBefore(since))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** The database had more before, while the same process served it: nobody has compared its logs with it as it is. */
    void revert() {
        reverted = true;
    }

    /**
     * Notes that these logs were compared with the database.
     *
     * @param known as it was before
     * @param found how many records it did not have
     * @return the logs that nobody has compared with it; nothing if these must be compared again, because the database has changed meanwhile,
     *     or because two people have said that one of them is gone
     */
    Optional<Blocking> compared(Session session, Known known, Map<UUID, LogEnd> ends, long found) {
        var now = byId(OutwardStore.lockNeededLogs(session, since(), ends.keySet()));
        // All was read in several transactions: they must have been of one database.
        if (ends.keySet().stream().anyMatch(id -> hasChanged(known.logs().get(id), now.get(id)))
                || !OutwardStore.state(session).continues(known.state())) {
            return Optional.empty();
        }
        var state = known.state();
        var remembered = remembered();
        var attended = heardAt.isAfter(clock.instant().minus(ATTENDED));
        var others = OtherLogs.of(
                List.copyOf(now.values()), ends, remembered, state, new Signs(found > 0, reverted, attended));
        var seen = OutwardStore.seen(session);
        var blocking = others.blocking(log -> isAtWork(log, seen));
        var alive = Set.copyOf(OutwardStore.alive(session, Fence.ALIVE_SECONDS));
        var compared =
                new Blocking(blocking, !blocking.isEmpty() && (others.isWaitingFor(blocking, alive) || mayBeJoined()));
        if (others.isFresh() && !blocking.isEmpty()) {
            return Optional.of(compared); // once its log is known, the node is not new any more
        }
        heard = new HashMap<>(remembered);
        now.forEach((id, log) -> heard.merge(id, log.comparedAt(), OutwardLog::later));
        var own = ends.entrySet().stream()
                .map(one -> NotedLog.of(one.getKey(), one.getValue(), LogStatus.OPEN, state, clock.instant()))
                .toList();
        var changed = changed(own, now, remembered);
        if (!changed.isEmpty()) {
            OutwardStore.LOGS.upsert(session, changed).run();
        }
        if (!others.doubted().isEmpty()) {
            OutwardStore.LOGS.update(session, others.doubted()).run();
        }
        if (!others.forgotten().isEmpty()) {
            OutwardStore.LOGS.insertIfAbsent(session, others.forgotten());
        }
        OutwardStore.markSeen(session, ends.keySet());
        return Optional.of(compared);
    }

    private static boolean hasChanged(@Nullable NotedLog before, @Nullable NotedLog now) {
        return !Objects.equals(before, now) || (now != null && now.isGone());
    }

    /** Those notes that say something new; none is earlier than what was noted before. */
    private static List<NotedLog> changed(
            List<NotedLog> notes, Map<UUID, NotedLog> known, Map<UUID, Instant> remembered) {
        var changed = new ArrayList<NotedLog>();
        for (var one : notes) {
            var before = known.get(one.id());
            var heard = remembered.getOrDefault(one.id(), Instant.MIN);
            if (before == null) {
                changed.add(one.notBefore(heard));
            } else if (!before.says(one) || before.isBefore(remembered)) {
                changed.add(one.notBefore(heard).notBefore(before.comparedAt()));
            }
        }
        return changed;
    }

    /** Whether other nodes have not had the time to say that they use this database. */
    private boolean mayBeJoined() {
        return System.nanoTime() - presentSince < options.patience().toNanos();
    }

    /** Whether the node of a log has been at work since this node looked first. */
    private boolean isAtWork(UUID log, Map<UUID, Instant> seen) {
        var now = seen.getOrDefault(log, Instant.EPOCH);
        var before = firstSeen.putIfAbsent(log, now);
        return before != null && now.isAfter(before);
    }

    /**
     * What was found is noted: in the database, where every node sees it, and here, because a database that does not know a log that kept this
     * node back is an earlier state.
     */
    void written() {
        reverted = false;
        if (!heard.isEmpty()) {
            remember(heard);
        }
    }

    /** These were compared, and everything may leave. */
    void opened(Map<UUID, LogEnd> ends) {
        noted = ends;
        notedAt = System.nanoTime();
    }

    /** Whether it is time to note how far the logs are known. */
    boolean isDue() {
        return isPast(SEEING) || (isPast(NOTING) && !logs.ends().equals(noted));
    }

    private boolean isPast(Duration time) {
        return System.nanoTime() - notedAt >= time.toNanos();
    }

    /**
     * Notes how far the logs are known, if the database has what was noted before.
     *
     * @param state of the database with which they were compared
     * @param ends what they had before this transaction, which is in the database
     */
    Noted note(Session session, DatabaseState state, Map<UUID, LogEnd> ends, LogStatus status) {
        var all = byId(OutwardStore.lockNeededLogs(session, since(), ends.keySet()));
        var standing = standing(all, state);
        if (standing == Standing.AS_NOTED) {
            var own = ends.entrySet().stream()
                    .map(one -> NotedLog.of(one.getKey(), one.getValue(), status, state, clock.instant()))
                    .toList();
            var changed = changed(own, all, Map.of());
            if (!changed.isEmpty()) {
                OutwardStore.LOGS.update(session, changed).run();
            }
            changed.forEach(one -> all.put(one.id(), one));
            OutwardStore.markSeen(session, ends.keySet());
        }
        var atWork = Set.copyOf(OutwardStore.alive(session, (int) ABANDONED.toSeconds()));
        return new Noted(standing, List.copyOf(all.values()), ends, atWork);
    }

    private Standing standing(Map<UUID, NotedLog> all, DatabaseState state) {
        var held = logs.held();
        var isEarlier = held.stream()
                .anyMatch(log -> !all.containsKey(log.id())
                        || all.get(log.id()).known().records()
                                < noted.getOrDefault(log.id(), LogEnd.NOTHING).records());
        if (isEarlier) {
            return Standing.EARLIER;
        }
        var mustCompare = all.values().stream()
                .anyMatch(log -> log.mayHaveMoreThan(state)
                        || (log.isGone()
                                && held.stream().anyMatch(one -> one.id().equals(log.id()))));
        return mustCompare ? Standing.TO_COMPARE : Standing.AS_NOTED;
    }

    /** Keeps what was noted, also beside the log. Returns the logs of nodes that died and have not come back. */
    List<UUID> keep(Noted done) {
        notedAt = System.nanoTime();
        noted = done.ends();
        heardAt = clock.instant();
        remember(done.all().stream().collect(Collectors.toMap(NotedLog::id, NotedLog::comparedAt)));
        return done.all().stream()
                .filter(one -> one.status() == LogStatus.OPEN && !done.ends().containsKey(one.id()))
                .map(NotedLog::id)
                .filter(one -> !done.atWork().contains(one))
                .toList();
    }

    private void remember(Map<UUID, Instant> notedAt) {
        try {
            logs.held().getFirst().remember(notedAt);
        } catch (IOException failure) {
            LOG.warn("What the database says of the logs is not kept beside the log, and will be", failure);
        }
    }

    /** Deletes records that are older than the oldest backup, once an hour. */
    void forget() throws IOException {
        var now = clock.instant();
        if (now.isBefore(forgottenAt.plus(FORGETTING))) {
            return;
        }
        forgottenAt = now;
        for (var log : logs.held()) {
            log.forget(since(), noted.getOrDefault(log.id(), LogEnd.NOTHING));
        }
    }
}
