package io.tical.server.outward;

import io.tical.common.Word;
import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import io.tical.server.secret.Hashes;
import io.tical.server.secret.Secrets;
import io.tical.server.transaction.EventType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Collectors;
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
    private static final Duration FIRST_WITHIN = Duration.ofSeconds(5);

    /** A node that was at work within this time compares its log itself. */
    static final int ALIVE_SECONDS = 30;

    /** A comparison takes less; what takes longer needs people. */
    private static final Duration CLOSED_LONG = Duration.ofSeconds(30);

    private static final Logger LOG = LoggerFactory.getLogger(Fence.class);

    private final Database database;
    private final OutwardLogs logs;
    private final LogNotes notes;
    private final LogComparison comparison;
    private final OpenCases cases;
    private final byte[] destinations;
    private final OutwardNotices notices;
    private final Clock clock;

    /** The database with which the logs were compared, as far as it was seen; null while nothing may leave. */
    private final AtomicReference<@Nullable DatabaseState> compared = new AtomicReference<>();

    private final AtomicLong generation = new AtomicLong();

    private final OwnLog own = new OwnLog();
    private final CountDownLatch first = new CountDownLatch(1);
    private volatile Closed why;
    private volatile long open;
    private volatile List<UUID> abandoned = List.of();
    private volatile boolean comparing;
    private volatile boolean stopping;

    /**
     * @param places the folders of the log, each of which gets a copy
     * @param created whether they are created. A named one is not, because in place of an unmounted disk it would be on another one
     * @param kept how long records are kept: as long as the oldest backup that may be restored
     * @param patience how long the nodes of other logs are awaited before people are called
     */
    public record Options(List<Path> places, boolean created, Duration kept, Duration patience) {
        public Options(List<Path> places, boolean created, Duration kept) {
            this(places, created, kept, Duration.ofSeconds(ALIVE_SECONDS));
        }
    }

    /** Why nothing may leave. */
    public enum Reason implements Word {
        /** The logs are being compared with the database. */
        COMPARING,
        /** The database knows of logs that nobody has compared with it. People must start their nodes, or say that the logs are gone. */
        LOGS_MISSING,
        /** A log of this node cannot be read. */
        LOG_UNREADABLE,
        /** No log of this node can be begun. */
        WRITING_FAILS,
        /** The database does not tell which one it is. */
        DATABASE_UNTOLD
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
        this.logs = new OutwardLogs(options.places(), options.created(), key(secrets));
        this.notes = new LogNotes(logs, options, clock);
        this.comparison = new LogComparison(database, departures, clock);
        this.cases = new OpenCases(departures, clock);
        this.destinations = secrets.derive("outward-destination");
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
        if (now.identity().equals(before.identity())) {
            notes.revert();
        }
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
        own.write(positioned(leaving), () -> generation.get() == since && !stopping);
    }

    private List<Departure> positioned(Collection<Departure> leaving) {
        var seen = compared.get();
        var position = seen == null ? 0 : seen.position();
        return leaving.stream().map(one -> one.at(position)).toList();
    }

    /**
     * Writes down what a transaction records as having left, immediately before it commits. Where it cannot be written now, nothing else
     * leaves until it is.
     */
    public void hasLeft(Session session, Collection<Departure> gone) {
        own.write(session, () -> positioned(gone));
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
            own.repay();
            if (compared.get() == null) {
                compare();
            } else if (notes.isDue()) {
                note(LogStatus.OPEN);
                notes.forget();
            }
        } catch (LogComparison.AnotherDatabase changed) {
            LOG.warn("What left is compared again: {}", changed.getMessage());
        } catch (DatabaseState.Untold untold) {
            shut(Reason.DATABASE_UNTOLD, String.valueOf(untold.getMessage()), List.of(), untold);
        } catch (OutwardLogs.CannotBegin failure) {
            shut(
                    Reason.WRITING_FAILS,
                    "no log of what leaves can be begun: " + failure.getMessage()
                            + ". Make space on its disk, and let the service write to its folder",
                    List.of(),
                    failure);
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
        var known = notes.read(database);
        logs.open(known.gone());
        own.is(logs.held().getFirst());
        var ends = new LinkedHashMap<UUID, LogEnd>();
        var records = 0L;
        var missing = 0;
        for (var log : logs.held()) {
            log.barrier();
            var end = own.uncommitted().before(log, log.end());
            var from = known.end(log.id());
            missing += comparison.run(log, from, end, known.state());
            records += end.records() - from.records();
            ends.put(log.id(), end);
        }
        var lost = missing;
        var noted = database.transaction(session -> noteCompared(session, known, ends, lost));
        if (noted.isEmpty()) {
            return; // the next round begins another log, or compares with another database
        }
        notes.written();
        open = database.run(OutwardStore::countOpen);
        if (isShut(noted.get())) {
            return;
        }
        notes.opened(ends);
        compared.set(known.state());
        var duration = Duration.ofNanos(System.nanoTime() - began).toMillis();
        if (missing > 0) {
            LOG.error(
                    "{} of {} records of what left are not in the database, which is {}. They are cases now; everything else goes on",
                    missing,
                    records,
                    known.state());
        } else if (records > 0) {
            LOG.info("{} records of what left were found in the database in {} ms", records, duration);
        }
    }

    /** @param lost the cases that this comparison has opened; one that was broken off may have opened others */
    private Optional<LogNotes.Blocking> noteCompared(
            Session session, LogNotes.Known known, Map<UUID, LogEnd> ends, long lost) {
        var found = ends.keySet().stream()
                .mapToLong(log -> OutwardStore.countFound(session, log, known.comparedAt(log)))
                .sum();
        var untold = Math.max(found, lost);
        var noted = notes.compared(session, known, ends, untold);
        if (noted.isPresent()) {
            notices.lost(session, untold);
        }
        return noted;
    }

    private boolean isShut(LogNotes.Blocking blocking) {
        var ids = blocking.logs();
        if (ids.isEmpty()) {
            return false;
        }
        if (blocking.waiting()) {
            shut(Reason.COMPARING, "the nodes of the logs " + ids + " compare them with the database", ids, null);
        } else {
            shut(
                    Reason.LOGS_MISSING,
                    "the logs " + ids
                            + " of other nodes are not compared with this database. Start these nodes, or let two"
                            + " administrators say that the logs are gone",
                    ids,
                    null);
        }
        return true;
    }

    /** Notes how far the logs are known. Returns whether that is noted. */
    boolean note(LogStatus status) {
        var before = compared.get();
        var ends = logs.ends(own.uncommitted());
        if (before == null || ends.isEmpty()) {
            return false;
        }
        var noted = database.transaction(session -> isOpen(session)
                ? Optional.of(notes.note(session, before, ends, status))
                : Optional.<LogNotes.Noted>empty());
        if (noted.isEmpty()) {
            return false;
        }
        switch (noted.get().standing()) {
            case AS_NOTED -> {
                abandoned = notes.keep(noted.get());
                cases.from(database.transaction(cases::takeUp));
                open = database.run(OutwardStore::countOpen);
                return true;
            }
            case EARLIER -> {
                notes.revert();
                shut(Reason.COMPARING, "the database does not have what this node noted in it", List.of(), null);
            }
            case TO_COMPARE ->
                shut(
                        Reason.COMPARING,
                        "another node has found that the database is an earlier one, or two people have said that a log of"
                                + " this node is gone",
                        List.of(),
                        null);
        }
        return false;
    }

    /** Lets nothing leave any more, notes that the node stopped in an orderly way, and closes the logs. */
    @Override
    public void close() {
        try {
            stopping = true;
            own.await();
            own.repay();
            if (!own.owes()) {
                note(LogStatus.CLOSED);
            }
        } catch (RuntimeException e) {
            LOG.warn("the end of the log of what left could not be noted; it is compared at the next start", e);
        } finally {
            logs.close();
        }
    }
}
