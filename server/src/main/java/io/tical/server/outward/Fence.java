package io.tical.server.outward;

import io.tical.common.Word;
import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.secret.Hashes;
import io.tical.server.secret.Secrets;
import io.tical.server.transaction.EventType;
import io.tical.server.transaction.TransactionKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Lets something leave only if this database knows everything that left before.
 *
 * <p>What is about to leave is written down outside the database first ({@link #depart}). When the service starts, and when the database is
 * another one or an earlier state of itself, the logs are compared with it. Until then nothing leaves. What is missing becomes a case
 * ({@link Lost}), and everything else goes on. A log that the database knows and that cannot be compared keeps everything back until two
 * people say that it is gone.
 */
public final class Fence implements AutoCloseable {
    /** How often the database notes how far the logs are known to it. */
    private static final Duration NOTING = Duration.ofSeconds(2);

    /** How often a node without news says that it is at work, and looks whether the database is still the same one. */
    private static final Duration SEEING = Duration.ofSeconds(4);

    private static final Duration FIRST_WITHIN = Duration.ofSeconds(5);
    private static final Duration FORGETTING = Duration.ofHours(1);

    /** A node that was at work within this time compares its log itself. */
    static final int ALIVE_SECONDS = 30;

    /** The log of a node that was not at work for this time, and did not stop in an orderly way, is told of. */
    private static final Duration ABANDONED = Duration.ofHours(1);

    /** A comparison takes less; what takes longer needs people. */
    private static final Duration CLOSED_LONG = Duration.ofSeconds(30);

    private static final Logger LOG = LoggerFactory.getLogger(Fence.class);

    private final Database database;
    private final Supplier<List<Departures>> departures;
    private final OutwardLogs logs;
    private final LogComparison comparison;
    private final byte[] destinations;
    private final Options options;
    private final OutwardNotices notices;
    private final Clock clock;

    /** The database with which the logs were compared, as far as it was seen; null while nothing may leave. */
    private final AtomicReference<@Nullable DatabaseState> compared = new AtomicReference<>();

    private final AtomicLong generation = new AtomicLong();

    /** What has left and is not written down. */
    private final Queue<Departure> owed = new ConcurrentLinkedQueue<>();

    private final CountDownLatch first = new CountDownLatch(1);
    private volatile @Nullable OutwardLog own;
    private volatile Closed why;
    private volatile long open;
    private volatile List<UUID> abandoned = List.of();
    private volatile boolean comparing;
    private long notedAt = System.nanoTime();
    private Map<UUID, LogEnd> notedEnds = Map.of();
    private Instant forgottenAt = Instant.EPOCH;

    /** When the nodes of other logs were last at work, when this one looked first. */
    private final Map<UUID, Instant> firstSeen = new HashMap<>();

    /**
     * @param places the folders of the log, each of which gets a copy
     * @param created whether they are created. A named one is not, because in place of an unmounted disk it would be on another one
     * @param kept how long records are kept: as long as the oldest backup that may be restored
     */
    public record Options(List<Path> places, boolean created, Duration kept) {}

    /** Why nothing may leave. */
    public enum Reason implements Word {
        /** The logs are being compared with the database. */
        COMPARING,
        /** The database knows of logs that nobody has compared with it. People must start their nodes, or say that the logs are gone. */
        LOGS_MISSING,
        /** A log of this node cannot be read. */
        LOG_UNREADABLE
    }

    /**
     * @param sentence says what is to be done
     * @param logs the ids of the logs that are missing
     * @param since when something was last allowed to leave, or when the node started
     */
    public record Closed(Reason reason, String sentence, List<UUID> logs, Instant since) {
        /** Whether people must do something. */
        public boolean needsPeople() {
            return reason != Reason.COMPARING;
        }
    }

    Fence(Database database, Secrets secrets, Supplier<List<Departures>> departures, Options options, Clock clock) {
        this.database = database;
        this.departures = departures;
        this.logs = new OutwardLogs(options.places(), options.created(), key(secrets));
        this.comparison = new LogComparison(database, departures, clock);
        this.destinations = secrets.derive("outward-destination");
        this.options = options;
        this.notices = new OutwardNotices(database, clock);
        this.clock = clock;
        this.why = new Closed(
                Reason.COMPARING,
                "the logs of what left are not compared with the database yet",
                List.of(),
                clock.instant());
    }

    /** The key of the MACs of all logs. */
    static byte[] key(Secrets secrets) {
        return secrets.derive("outward-log");
    }

    /** Why nothing may leave; null if everything may. */
    public @Nullable String closedBecause() {
        var closed = closed();
        return closed == null ? null : closed.sentence();
    }

    /** Why nothing may leave; null if everything may. */
    public @Nullable Closed closed() {
        return compared.get() == null ? why : null;
    }

    /** The ids of the logs that this node has; the first one is written. */
    public List<UUID> held() {
        return logs.held().stream().map(OutwardLog::id).toList();
    }

    /** The logs of other nodes of which this one knows, whatever the database says. */
    Set<UUID> remembered() {
        return logs.remembered().keySet();
    }

    /** The number of open cases, as it was last counted. */
    public long openCases() {
        return open;
    }

    /** What people should know of, in sentences for monitoring; none if all is well. */
    List<String> sentences() {
        var sentences = new ArrayList<String>();
        var closed = closed();
        if (closed != null && closed.since().plus(CLOSED_LONG).isBefore(clock.instant())) {
            sentences.add("Nothing is sent since " + closed.since() + ": " + closed.sentence() + ".");
        }
        if (!abandoned.isEmpty()) {
            sentences.add("The nodes of the logs " + abandoned
                    + " did not stop in an orderly way, and are not at work. Start them,"
                    + " or let two administrators say that these logs are gone: when the database is started again,"
                    + " nothing is sent without them.");
        }
        var cases = open;
        if (cases > 0) {
            sentences.add((cases == 1 ? "1 case of what left is" : cases + " cases of what left are")
                    + " not in the database, and nobody has dealt with "
                    + (cases == 1 ? "it" : "them") + ". Look at Lost in the console.");
        }
        return sentences;
    }

    /** Why the last records could not be written down; null if they were. */
    public @Nullable String writingFails() {
        return logs.held().stream()
                .map(OutwardLog::failure)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /**
     * Whether something may leave after this transaction: the database is still the one with which the logs were compared. Called in the
     * transaction that decides what leaves.
     */
    public boolean isOpen(Session session) {
        var before = compared.get();
        if (before == null) {
            return false;
        }
        var now = OutwardStore.state(session);
        if (!now.continues(before)) {
            close(before, now);
            return false;
        }
        // Another connection may have found another database meanwhile.
        return compared.accumulateAndGet(now, Fence::later) != null;
    }

    private static @Nullable DatabaseState later(@Nullable DatabaseState known, @Nullable DatabaseState seen) {
        return known == null || seen == null || !seen.continues(known) ? known : seen;
    }

    /**
     * Identifies the time since the fence was opened last. Read before {@link #isOpen} is asked, it says to {@link #depart} that nothing was
     * compared meanwhile.
     */
    public long generation() {
        return generation.get();
    }

    private void close(DatabaseState before, DatabaseState now) {
        generation.incrementAndGet();
        if (compared.compareAndSet(before, null) || compared.getAndSet(null) != null) {
            why = new Closed(
                    Reason.COMPARING,
                    "the database is another one, or an earlier state of it, and is being compared with what left",
                    List.of(),
                    clock.instant());
            LOG.warn(
                    "The database is now {}, and was {}. Nothing leaves until everything that left before was found in it",
                    now,
                    before);
        }
    }

    /**
     * Writes down what leaves now. It may leave when this returns.
     *
     * @param since the {@link #generation} in which it was allowed
     * @throws OutwardLog.Unavailable if it cannot be written down, or if the fence was closed since; then it must not leave
     */
    public void depart(Collection<Departure> leaving, long since) {
        var log = own;
        if (log == null) {
            throw new OutwardLog.Unavailable("the log of what leaves is not open", null);
        }
        var seen = compared.get();
        var position = seen == null ? 0 : seen.position();
        log.append(leaving.stream().map(one -> one.at(position)).toList(), () -> generation.get() == since);
    }

    /**
     * Writes down what has left already. Where that is not possible now, nothing else leaves until it is.
     *
     * @param since the {@link #generation} in which it was allowed
     */
    public void hasLeft(Collection<Departure> gone, long since) {
        try {
            depart(gone, since);
        } catch (OutwardLog.Unavailable later) {
            LOG.error("What has left could not be written down, and will be", later);
            owed.addAll(gone);
        }
    }

    /** A keyed hash of an account, by which it is recognized. */
    public byte[] destination(String bankCode, String accountNo) {
        var account = (bankCode + "/" + accountNo).getBytes(StandardCharsets.UTF_8);
        return Arrays.copyOf(Hashes.hmac(destinations, account), Departure.DESTINATION_BYTES);
    }

    /**
     * The cases of a transaction, and of what was sent for an earlier one with the same merchant's reference; locked until the transaction of
     * the database ends.
     */
    public List<Lost> lost(Session session, EventType.Subject subject, TransactionKey key, @Nullable String reference) {
        return OutwardStore.lockOf(session, subject, key, reference);
    }

    /**
     * Whether a transaction must stay as it is: it, or an earlier one with the same merchant's reference, was sent, transferred or told before
     * the database lost that, and nobody has taken that up or dealt with it. Certain only where {@link #isOpen} in the same transaction.
     */
    public boolean isHeld(Session session, EventType.Subject subject, TransactionKey key, @Nullable String reference) {
        return lost(session, subject, key, reference).stream().anyMatch(Lost::isOpen);
    }

    /** Those of these transactions that must stay as they are; all of them while nothing may leave. */
    public Set<UUID> held(Session session, EventType.Subject subject, Collection<TransactionKey> keys) {
        if (keys.isEmpty()) {
            return Set.of();
        }
        return mayTakeBack(session)
                ? OutwardStore.held(session, subject, keys)
                : keys.stream().map(TransactionKey::id).collect(Collectors.toSet());
    }

    /** Whether the node of a case's log is at work. */
    public boolean isAtWork(Session session, Lost lost) {
        return OutwardStore.alive(session, ALIVE_SECONDS).contains(lost.log());
    }

    /** Whether this node has the log of a case, so that its rail is the one that sent it. */
    public boolean has(Lost lost) {
        return logs.held().stream().anyMatch(log -> log.id().equals(lost.log()));
    }

    /** Whether a payout or settlement has taken up a case. */
    public boolean tookUp(TransactionKey key) {
        return database.run(session -> OutwardStore.tookUp(session, key));
    }

    /** Marks these cases as taken up by an object. */
    public void adopted(Session session, Collection<Lost> cases, UUID by) {
        var now = clock.instant();
        var adopted = cases.stream().map(one -> one.adopted(by, now)).toList();
        if (!adopted.isEmpty()) {
            OutwardStore.CASES.update(session, adopted).run();
        }
    }

    /** From now on this node compares its logs, so nothing is taken back before it has. Called before it serves anything. */
    public void begin() {
        comparing = true;
    }

    /**
     * Whether what may have been sent may be taken back, as {@link #isOpen}. A node that does no background work compares nothing.
     */
    public boolean mayTakeBack(Session session) {
        return !comparing || isOpen(session);
    }

    /** Waits until the first comparison has ended, but not for long: one of many records goes on in the background. */
    public void awaitFirst() {
        try {
            if (!first.await(FIRST_WITHIN.toSeconds(), TimeUnit.SECONDS)) {
                LOG.info("What left is still being compared with the database; until then nothing leaves");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Compares the logs with the database if that is needed, and otherwise notes how far they are known to it. Returns false. */
    public boolean runOnce() {
        try {
            repay();
            if (compared.get() == null) {
                compare();
            } else if (isPast(notedAt, SEEING) || (isPast(notedAt, NOTING) && !ends().equals(notedEnds))) {
                note(LogStatus.OPEN);
                forget();
            }
        } catch (OutwardLog.Unreadable broken) {
            shut(
                    Reason.LOG_UNREADABLE,
                    broken.getMessage()
                            + ". Put the copy of another disk in its place, or let two administrators say that it is gone",
                    List.of(broken.log()),
                    broken);
        } catch (IOException broken) {
            shut(
                    Reason.LOG_UNREADABLE,
                    "the logs of what left cannot be opened: " + broken.getMessage(),
                    List.of(),
                    broken);
        } finally {
            first.countDown();
        }
        return false;
    }

    /** Writes down what is owed, and finds out whether a log that failed can be written again. */
    private void repay() {
        var log = own;
        if (log == null || (owed.isEmpty() && log.failure() == null)) {
            return;
        }
        try {
            var left = List.copyOf(owed);
            log.append(left, () -> true);
            owed.removeAll(left);
        } catch (OutwardLog.Unavailable still) {
            LOG.debug("what leaves still cannot be written down", still);
        }
    }

    private static boolean isPast(long nanoTime, Duration time) {
        return System.nanoTime() - nanoTime >= time.toNanos();
    }

    private Map<UUID, LogEnd> ends() {
        return logs.held().stream().collect(Collectors.toMap(OutwardLog::id, OutwardLog::end));
    }

    private void shut(Reason reason, String sentence, List<UUID> missing, @Nullable Exception cause) {
        generation.incrementAndGet();
        var wasClosed = compared.getAndSet(null) == null;
        if (!wasClosed || !why.sentence().equals(sentence)) {
            why = new Closed(reason, sentence, missing, wasClosed ? why.since() : clock.instant());
            LOG.atLevel(why.needsPeople() ? Level.ERROR : Level.WARN)
                    .setCause(cause)
                    .log("Nothing is sent: {}", sentence);
        }
        notices.closed(why);
    }

    private void compare() throws IOException {
        var began = System.nanoTime();
        var noted =
                database.run(OutwardStore::logs).stream().collect(Collectors.toMap(NotedLog::id, Function.identity()));
        logs.open(gone(noted));
        var state = database.run(OutwardStore::state);
        var ends = new LinkedHashMap<UUID, LogEnd>();
        var records = 0L;
        var missing = 0;
        for (var log : logs.held()) {
            log.barrier();
            var note = noted.get(log.id());
            var end = log.end();
            var from = note == null ? LogEnd.NOTHING : note.known();
            missing += comparison.run(log, from);
            records += end.records() - from.records();
            ends.put(log.id(), end);
        }
        var found = missing;
        var noticed = database.transaction(session -> {
            notices.lost(session, found);
            return noteCompared(session, state, noted, ends);
        });
        if (noticed.isEmpty()) {
            return; // the next round begins another log
        }
        var blocking = noticed.get().blocking();
        own = logs.held().getFirst();
        open = database.run(session -> OutwardStore.open(session)).size();
        if (noticed.get().waiting()) {
            shut(
                    Reason.COMPARING,
                    "the nodes of the logs " + blocking + " compare them with the database",
                    blocking,
                    null);
            return;
        }
        if (!blocking.isEmpty()) {
            shut(
                    Reason.LOGS_MISSING,
                    "the logs " + blocking
                            + " of other nodes are not compared with this database. Start these nodes, or let two"
                            + " administrators say that the logs are gone",
                    blocking,
                    null);
            return;
        }
        notedEnds = ends;
        compared.set(state);
        notedAt = System.nanoTime();
        var duration = Duration.ofNanos(System.nanoTime() - began).toMillis();
        if (missing > 0) {
            LOG.error(
                    "{} of {} records of what left are not in the database, which is {}. They are cases now; everything else goes on",
                    missing,
                    records,
                    state);
        } else if (records > 0) {
            LOG.info("{} records of what left were found in the database in {} ms", records, duration);
        }
    }

    private static Set<UUID> gone(Map<UUID, NotedLog> noted) {
        return noted.values().stream()
                .filter(NotedLog::isGone)
                .map(NotedLog::id)
                .collect(Collectors.toSet());
    }

    /** @param waiting whether the nodes of the logs that block are at work, so that no people are needed */
    private record Compared(List<UUID> blocking, boolean waiting) {}

    /**
     * Notes that these logs were compared with the database. Returns the logs that nobody has compared with it; nothing if they must be
     * compared again, because the database has changed meanwhile, or if two people have said that one of these is gone.
     */
    private Optional<Compared> noteCompared(
            Session session, DatabaseState state, Map<UUID, NotedLog> noted, Map<UUID, LogEnd> ends) {
        var now = clock.instant();
        var known = OutwardStore.lockLogs(session);
        // All was read in several transactions: they must have been of one database.
        var changed = known.stream()
                .filter(one -> ends.containsKey(one.id()))
                .anyMatch(one -> one.isGone() || !one.equals(noted.get(one.id())));
        if (changed || !OutwardStore.state(session).continues(state)) {
            return Optional.empty();
        }
        var seen = OutwardStore.seen(session);
        var remembered = logs.remembered();
        var others = OtherLogs.of(known, ends, remembered, state);
        var blocking = others.blocking(log -> isAtWork(log, seen));
        var alive = Set.copyOf(OutwardStore.alive(session, ALIVE_SECONDS));
        var compared = new Compared(blocking, !blocking.isEmpty() && others.isWaitingFor(blocking, alive));
        if (others.isFresh() && !blocking.isEmpty()) {
            return Optional.of(compared); // once its log is known, the node is not new any more
        }
        var own = ends.entrySet().stream()
                .map(one -> NotedLog.of(one.getKey(), one.getValue(), LogStatus.OPEN, state, now));
        var forgotten = OtherLogs.forgotten(known, ends, remembered).stream();
        OutwardStore.LOGS
                .upsert(session, Stream.concat(own, forgotten).toList())
                .run();
        OutwardStore.markSeen(session, ends.keySet());
        return Optional.of(compared);
    }

    /** Whether the node of a log has been at work since this node looked first. */
    private boolean isAtWork(UUID log, Map<UUID, Instant> seen) {
        var now = seen.getOrDefault(log, Instant.EPOCH);
        var before = firstSeen.putIfAbsent(log, now);
        return before != null && now.isAfter(before);
    }

    /** Notes how far the logs are known. What they had before this transaction is in the database. */
    private void note(LogStatus status) {
        var before = compared.get();
        var ends = ends();
        if (before == null) {
            return;
        }
        var known = database.transaction(session -> {
            if (!isOpen(session)) {
                return List.<NotedLog>of();
            }
            var all = OutwardStore.lockLogs(session);
            if (isAsNoted(all)) {
                var now = clock.instant();
                var changed = all.stream()
                        .filter(one -> ends.containsKey(one.id()))
                        .map(one ->
                                NotedLog.of(one.id(), ends.getOrDefault(one.id(), one.known()), status, before, now))
                        .filter(one -> all.stream().noneMatch(one::says))
                        .toList();
                if (!changed.isEmpty()) {
                    OutwardStore.LOGS.update(session, changed).run();
                }
                OutwardStore.markSeen(session, ends.keySet());
            }
            return all;
        });
        if (known.isEmpty()) {
            return;
        }
        if (!isAsNoted(known)) {
            shut(
                    Reason.COMPARING,
                    "the database does not have what this node noted, or two people have said that a log of this node is gone",
                    List.of(),
                    null);
            return;
        }
        notedAt = System.nanoTime();
        notedEnds = ends;
        remember(known);
        abandoned = abandoned(known);
        open = database.transaction(this::takeUp);
    }

    /** Whether the logs of this node are not gone, and are known as far as it has noted. */
    private boolean isAsNoted(List<NotedLog> known) {
        var noted = known.stream()
                .filter(one -> !one.isGone())
                .collect(Collectors.toMap(NotedLog::id, one -> one.known().records()));
        return logs.held().stream()
                .allMatch(log -> noted.getOrDefault(log.id(), -1L)
                        >= notedEnds.getOrDefault(log.id(), LogEnd.NOTHING).records());
    }

    /** The logs of nodes that died, and have not come back. */
    private List<UUID> abandoned(List<NotedLog> known) {
        var suspects = known.stream()
                .filter(one -> one.status() == LogStatus.OPEN && !notedEnds.containsKey(one.id()))
                .map(NotedLog::id)
                .toList();
        if (suspects.isEmpty()) {
            return suspects;
        }
        var atWork = database.run(session -> OutwardStore.alive(session, (int) ABANDONED.toSeconds()));
        return suspects.stream().filter(one -> !atWork.contains(one)).toList();
    }

    /** Keeps beside the log what the database says of the logs of other nodes. */
    private void remember(List<NotedLog> known) {
        var held = held();
        var others = known.stream()
                .filter(one -> !one.isGone() && !held.contains(one.id()))
                .collect(Collectors.toMap(NotedLog::id, NotedLog::comparedAt));
        try {
            logs.held().getFirst().remember(others);
        } catch (IOException failure) {
            LOG.warn("What the database says of other logs is not kept beside the log, and will be", failure);
        }
    }

    /** Deletes records that are older than the oldest backup, once an hour. */
    private void forget() throws IOException {
        var now = clock.instant();
        if (now.isBefore(forgottenAt.plus(FORGETTING))) {
            return;
        }
        forgottenAt = now;
        var known = database.run(OutwardStore::logs).stream().collect(Collectors.toMap(NotedLog::id, NotedLog::known));
        for (var log : logs.held()) {
            log.forget(now.minus(options.kept()), known.getOrDefault(log.id(), LogEnd.NOTHING));
        }
    }

    /** Closes the cases that an object has taken up. Returns how many remain. */
    private long takeUp(Session session) {
        var cases = OutwardStore.open(session);
        var taken = 0L;
        for (var kind : departures.get()) {
            var ofKind =
                    cases.stream().filter(one -> kind.include(one.departure())).toList();
            for (var one : kind.takenUp(session, ofKind).entrySet()) {
                var locked = OutwardStore.lock(session, one.getKey().key()).filter(Lost::isOpen);
                locked.ifPresent(lost -> adopted(session, List.of(lost), one.getValue()));
                taken += locked.isPresent() ? 1 : 0;
            }
        }
        return cases.size() - taken;
    }

    /** Notes that the node stopped in an orderly way, and closes the logs. */
    @Override
    public void close() {
        try {
            note(LogStatus.CLOSED);
        } catch (RuntimeException e) {
            LOG.warn("the end of the log of what left could not be noted; it is compared at the next start", e);
        } finally {
            logs.close();
        }
    }
}
