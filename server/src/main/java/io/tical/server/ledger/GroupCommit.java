package io.tical.server.ledger;

import io.tical.db.AlteredRow;
import io.tical.db.Database;
import io.tical.db.DatabaseSettings;
import io.tical.db.DatabaseUnavailable;
import io.tical.db.SqlStates;
import io.tical.server.idempotency.IdempotencyKey;
import io.tical.server.idempotency.IdempotencyRecords;
import io.tical.server.idempotency.IdempotentRequest;
import io.tical.server.idempotency.Principal;
import io.tical.server.idempotency.StoredAnswer;
import io.tical.server.metric.Family;
import io.tical.server.problem.Problem;
import io.tical.server.work.Supervisor;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commits commands in groups. A request adds its command to the queue of its organization and environment and waits. One of the
 * queue's threads takes the waiting commands, at most {@link CommitQueue#TAKEN_MAX}, and commits them in one transaction; operations that
 * need their own have one each ({@link GroupOperation#needsOwnTransaction}). A busy wallet is thus locked once for each group instead
 * of once for each request. A group never waits for more commands when the queue is idle, so an idle system has the latency of a single
 * commit. While a group is written, the next one is taken as late as it can still be decided in time, at the latest when the write ends
 * ({@link CommitQueue}).
 *
 * <p>A group that fails for an unexpected reason is split in halves until the failing command is alone. If the connection breaks during the
 * commit, the outcome is unknown. The group is then retried, and its idempotency records show whether it was committed.
 *
 * <p>Every caller is answered within {@link QueuedCommand#ANSWER_TIMEOUT}, even if the database accepts connections without responding, or
 * a thread of the queue dies.
 */
public final class GroupCommit implements AutoCloseable {
    /**
     * How long a group is run again after a duplicate of an idempotency key or a merchant's reference, after a change of what it was decided
     * on, or after a commit whose outcome is unknown. After it no further run begins; a caller whose time is over has its answer already.
     */
    private static final Duration RETRY_PERIOD = Duration.ofSeconds(4);

    /** How long a caller waits for a database that is not there, also for one that broke under its command: with its last test of a connection 3 s. */
    static final Duration UNAVAILABLE_MAX = Duration.ofMillis(DatabaseSettings.CONNECTION_TIMEOUT_MS);

    private static final long RETRY_PAUSE_MS = 20;
    private static final long RETRY_PAUSE_MAX_MS = 500;
    /** How long closing waits for a queue to finish; callers have been answered by then. */
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(15);

    private static final Logger LOG = LoggerFactory.getLogger(GroupCommit.class);

    private final Database database;
    private final IdempotencyRecords idempotency;
    private final Supervisor supervisor;
    private final Clock clock;
    private final KnownWallets knownWallets;
    private final CommitMetrics metrics = new CommitMetrics();
    private final BooleanSupplier refusesLive;
    private final List<CommitQueue> queues = new ArrayList<>();

    /**
     * @param count queues of this node, at least 1
     * @param refusesLive whether live money is refused now, because no standby would have it
     */
    public GroupCommit(
            Database database,
            IdempotencyRecords idempotency,
            int count,
            Supervisor supervisor,
            BooleanSupplier refusesLive,
            Clock clock) {
        this(database, idempotency, count, supervisor, refusesLive, clock, new KnownWallets(KnownWallets.PERIOD));
    }

    /** @param knownWallets of this node, and empty */
    GroupCommit(
            Database database,
            IdempotencyRecords idempotency,
            int count,
            Supervisor supervisor,
            BooleanSupplier refusesLive,
            Clock clock,
            KnownWallets knownWallets) {
        this.knownWallets = knownWallets;
        this.clock = clock;
        this.supervisor = supervisor;
        this.refusesLive = refusesLive;
        this.database = database;
        this.idempotency = idempotency;
        for (int number = 0; number < count; number++) {
            queues.add(new CommitQueue(number, this::commitOrSplit, supervisor));
        }
        queues.forEach(CommitQueue::start);
    }

    /** Executes a request's command, or replays the stored answer. */
    public <C, R> StoredAnswer answer(GroupOperation<C, R> operation, C command, IdempotentRequest<R> request) {
        var key = request.key();
        return idempotency.exclusively(
                key,
                () -> queueAndAwait(
                        new QueuedCommand<>(
                                operation, command, key, (batch, effect, current) -> batch.answer(request, effect)),
                        key.principal()));
    }

    /**
     * Executes a command that has no idempotency key. A broken connection may execute it twice, so its decision must find its own
     * earlier effect.
     */
    public <C, R> R run(GroupOperation<C, R> operation, C command, UUID organizationId, boolean livemode) {
        return run(operation, command, null, new Principal(organizationId, livemode));
    }

    /**
     * Executes a command at most once: a second execution, or a second call with the same key, finds its record and returns the
     * object's current state.
     */
    public <C, R> R run(GroupOperation<C, R> operation, C command, IdempotencyKey key) {
        return run(operation, command, key, key.principal());
    }

    private <C, R> R run(GroupOperation<C, R> operation, C command, @Nullable IdempotencyKey key, Principal principal) {
        return queueAndAwait(
                new QueuedCommand<>(operation, command, key, (batch, effect, current) -> {
                    var result = batch.result(key, effect, current);
                    return () -> result;
                }),
                principal);
    }

    private <T> T queueAndAwait(QueuedCommand<?, ?, T> queued, Principal principal) {
        if (principal.livemode() && refusesLive.getAsBoolean()) {
            throw Problem.Unavailable.withoutStandby();
        }
        // The queue needs a connection while this thread waits.
        Database.requireNoConnection();
        var queue = queues.get(Math.floorMod(principal.hashCode(), queues.size()));
        if (!queue.offer(queued)) {
            throw Problem.Unavailable.service();
        }
        return queued.await();
    }

    /** Finishes what is queued and stops. */
    @Override
    public void close() {
        queues.forEach(CommitQueue::close);
        for (var queue : queues) {
            try {
                queue.awaitEnd(CLOSE_TIMEOUT);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    /** Sizes and durations of groups, and the waiting commands. */
    List<Family> metrics() {
        return metrics.families(
                () -> queues.stream().mapToInt(CommitQueue::length).sum(),
                () -> queues.stream().mapToLong(CommitQueue::oldestNanos).max().orElse(0));
    }

    /** Commits a group and answers its callers. If it fails, splits it until the failing command is alone. */
    private void commitOrSplit(List<QueuedCommand<?, ?, ?>> group, CommitQueue.Turn turn) {
        List<Runnable> answers;
        try {
            answers = commit(group, turn);
        } catch (DatabaseUnavailable | Problem.Unavailable unavailable) {
            if (!(unavailable instanceof DatabaseUnavailable database && database.diskFull())) {
                LOG.warn("The database was unavailable for {} commands: {}", group.size(), unavailable.getMessage());
            }
            CommitQueue.fail(group, unavailable);
            return;
        } catch (RuntimeException | Error failure) {
            supervisor.caught(failure);
            if (SqlStates.lockTimeout(failure)) {
                // Each half would wait as long again.
                LOG.warn("{} commands timed out waiting for a lock", group.size());
                CommitQueue.fail(group, Problem.Unavailable.service());
                return;
            }
            if (group.size() == 1) {
                CommitQueue.fail(group, ofSingleCommand(group.getFirst(), failure));
                return;
            }
            // These concern one command. The split finds it, and its caller gets the error.
            if (!(failure instanceof AlteredRow || failure instanceof Problem)) {
                LOG.warn("A group of {} commands failed and is split", group.size(), failure);
            }
            commitOrSplit(new ArrayList<>(group.subList(0, group.size() / 2)), turn);
            commitOrSplit(new ArrayList<>(group.subList(group.size() / 2, group.size())), turn);
            return;
        }
        // The next group need not wait until the callers of this one are awake.
        turn.admitNext();
        // Outside the try: a failure to answer must not retry what has committed.
        answers.forEach(Runnable::run);
    }

    /** The exception for the caller of a command that failed in a group of its own. */
    private RuntimeException ofSingleCommand(QueuedCommand<?, ?, ?> queued, Throwable failure) {
        return switch (failure) {
            case Problem problem -> problem;
            case Outdated overtaken -> unavailable(queued);
            case IdempotencyRecords.ConcurrentDuplicate overtaken -> unavailable(queued);
            case AlteredRow altered -> database.altered(String.valueOf(altered.getMessage()));
            default -> {
                var unique = SqlStates.violatedUnique(failure);
                if (unique == null) {
                    yield new IllegalStateException("a command failed", failure);
                }
                LOG.debug("A command would insert a row that exists", failure);
                yield database.altered(
                        "A command would insert a row that violates " + unique + ". The row that exists, or"
                                + " one that the command was decided on, was not written by the service or was reverted"
                                + " to an earlier version. Run ./tical audit.");
            }
        };
    }

    private static Problem.Unavailable unavailable(QueuedCommand<?, ?, ?> queued) {
        return queued.outcomeUnknown() ? Problem.Unavailable.outcomeUnknown() : Problem.Unavailable.service();
    }

    /** Runs the transaction of a group until its outcome is known. Returns what answers the callers. */
    private List<Runnable> commit(List<QueuedCommand<?, ?, ?>> group, CommitQueue.Turn turn) {
        var begun = System.nanoTime();
        var end = begun + RETRY_PERIOD.toNanos();
        var connectedBy = connectedBy(group);
        var outcomeUnknown = group.stream().anyMatch(QueuedCommand::outcomeUnknown);
        // The second run needs no pause: a duplicate has committed, and wallets that have changed are locked.
        for (var pauseMs = 0L; ; pauseMs = Math.clamp(2 * pauseMs, RETRY_PAUSE_MS, RETRY_PAUSE_MAX_MS)) {
            var mayUseKnown = pauseMs == 0 && !outcomeUnknown;
            var transaction = new GroupTransaction(group, mayUseKnown, turn, knownWallets, clock);
            var start = System.nanoTime();
            try {
                var answers = Database.connectedBy(connectedBy, () -> database.transaction(transaction::run));
                metrics.committed(group.size(), start);
                return answers;
            } catch (Outdated | IdempotencyRecords.ConcurrentDuplicate overtaken) {
                knownWallets.invalidate(transaction.walletKeys());
                if (System.nanoTime() >= end) {
                    throw overtaken;
                }
            } catch (DatabaseUnavailable broken) {
                outcomeUnknown |= broken.connected();
                if (!outcomeUnknown) {
                    throw broken;
                }
                group.forEach(QueuedCommand::commitNotAcknowledged);
                if (System.nanoTime() - connectedBy >= 0) {
                    throw Problem.Unavailable.outcomeUnknown();
                }
            } catch (RuntimeException failure) {
                throw outcomeUnknown && (failure instanceof Problem || SqlStates.lockTimeout(failure))
                        ? Problem.Unavailable.outcomeUnknown()
                        : failure;
            } finally {
                turn.end();
            }
            pause(pauseMs);
        }
    }

    /** Until when the caller who has waited longest waits for a connection, as {@link System#nanoTime}. */
    static long connectedBy(List<QueuedCommand<?, ?, ?>> group) {
        var now = System.nanoTime();
        return now
                + UNAVAILABLE_MAX.toNanos()
                - group.stream()
                        .mapToLong(queued -> now - queued.queuedAt())
                        .max()
                        .orElse(0);
    }

    private static void pause(long ms) {
        try {
            Thread.sleep(ThreadLocalRandom.current().nextLong(ms / 2, ms + 1));
        } catch (InterruptedException e) {
            LOG.debug("a commit queue ends when it is closed, not when it is interrupted", e);
        }
    }
}
