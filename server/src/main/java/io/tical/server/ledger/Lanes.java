package io.tical.server.ledger;

import io.tical.db.Database;
import io.tical.db.DatabaseUnavailable;
import io.tical.db.SqlStates;
import io.tical.server.http.Answer;
import io.tical.server.http.CommandRecords;
import io.tical.server.http.Intent;
import io.tical.server.http.Once;
import io.tical.server.http.Problem;
import io.tical.server.work.Supervisor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Money moves in groups. A request hands its command to the lane of its organization and environment and waits; the lane
 * takes whatever has queued, without a timer, and commits all of it in one transaction. One hot wallet is thus locked once
 * a group instead of once a request, and an idle system answers as fast as one commit.
 *
 * <p>A group that fails for an unforeseen reason is halved until the command that fails is alone. A connection that breaks
 * during commit leaves the outcome open: the group is run again for a while, and what had committed is found by its keys.
 *
 * <p>Every caller is answered within {@link #PATIENCE}, also while the database accepts connections and answers nothing, and
 * when the lane's thread dies.
 */
public final class Lanes implements AutoCloseable {
    private static final int GROUP_MAX = 512;
    private static final int QUEUE_MAX = 8_192;
    /** How long a caller waits for its answer, in the queue and in the group. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    /**
     * How long a group is run again whose keys were used on another node meanwhile, or whose commit's outcome is open. A last
     * run takes as long as a connection is waited for, or a silent database; callers get their answers before their patience
     * ends.
     */
    private static final Duration RETRIED = Duration.ofSeconds(4);

    private static final long RETRY_PAUSE_MS = 20;
    private static final long RETRY_PAUSE_MAX_MS = 500;
    /** How long a lane that is closed may take to finish; callers have been answered by then. */
    private static final int CLOSING_MAX_S = 15;
    /** How long an idle lane waits before it looks whether it is to end. */
    private static final int LOOK_MS = 100;

    private static final Logger LOG = LoggerFactory.getLogger(Lanes.class);

    private final Database database;
    private final Once once;
    private final Supervisor supervisor;
    private final List<Lane> lanes = new ArrayList<>();
    private volatile boolean closed;

    /** @param count lanes on this node, at least 1 */
    public Lanes(Database database, Once once, int count, Supervisor supervisor) {
        this.supervisor = supervisor;
        this.database = database;
        this.once = once;
        for (int number = 0; number < count; number++) {
            lanes.add(new Lane(number));
        }
        lanes.forEach(Lane::start);
    }

    /** Carries out a request's command once, and answers it, or replays what it was answered before. */
    public <C, R> Answer answer(LaneOperation<C, R> operation, C command, Intent<R> intent) {
        return once.alone(intent, () -> {
            var entry = new LaneEntry<>(operation, command, intent, null, PATIENCE);
            submit(entry, intent.caller().organizationId(), intent.caller().livemode());
            return entry.answer();
        });
    }

    /**
     * Carries out a command of the service's own. A broken connection may run it twice, so its decision must be one that a
     * second run finds already made.
     */
    public <C, R> R run(LaneOperation<C, R> operation, C command, UUID organizationId, boolean livemode) {
        var entry = new LaneEntry<>(operation, command, null, null, PATIENCE);
        submit(entry, organizationId, livemode);
        return entry.result();
    }

    /**
     * Carries out a command once: a second run, or a second call with the same key, finds its record and answers its object as it
     * stands.
     */
    public <C, R> R run(LaneOperation<C, R> operation, C command, CommandRecords.Key key) {
        var entry = new LaneEntry<>(operation, command, null, key, PATIENCE);
        submit(entry, key.organizationId(), key.livemode());
        return entry.result();
    }

    private void submit(LaneEntry<?, ?> entry, UUID organizationId, boolean livemode) {
        // The lane takes a connection while this thread waits for it.
        Database.requireNoConnection();
        var lane = lanes.get(Math.floorMod(organizationId.hashCode() * 31 + Boolean.hashCode(livemode), lanes.size()));
        if (closed || !lane.queue.offer(entry)) {
            throw Problem.Unavailable.service();
        }
        // Either this sees that the lane has ended, or the lane's last look at its queue sees this entry.
        if (lane.ended() && lane.queue.remove(entry)) {
            throw Problem.Unavailable.service();
        }
    }

    /** Finishes what is queued and stops. */
    @Override
    public void close() {
        closed = true;
        for (var lane : lanes) {
            try {
                if (!lane.end.await(CLOSING_MAX_S, TimeUnit.SECONDS)) {
                    LOG.warn("lane {} did not finish; what is queued was not carried out", lane.number);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    /** A queue and the thread that empties it; a thread that dies is replaced, and its callers are answered. */
    private final class Lane implements Runnable {
        final BlockingQueue<LaneEntry<?, ?>> queue = new ArrayBlockingQueue<>(QUEUE_MAX);
        private final List<LaneEntry<?, ?>> group = new ArrayList<>(GROUP_MAX);
        private final CountDownLatch end = new CountDownLatch(1);
        private final int number;

        Lane(int number) {
            this.number = number;
        }

        void start() {
            Thread.ofPlatform()
                    .name("lane-" + number)
                    .uncaughtExceptionHandler((thread, failure) -> replace(failure))
                    .start(this);
        }

        boolean ended() {
            return end.getCount() == 0;
        }

        @Override
        public void run() {
            while (!closed || !queue.isEmpty()) {
                var first = next();
                if (first != null) {
                    group.add(first);
                    queue.drainTo(group, GROUP_MAX - 1);
                    for (var together : apart(group)) {
                        // What waited too long, for the database or for the parts before this, has been withdrawn.
                        together.removeIf(entry -> !entry.begin());
                        if (!together.isEmpty()) {
                            settle(together);
                        }
                    }
                    group.clear();
                }
            }
            end.countDown();
            queue.drainTo(group);
            fail(group, Problem.Unavailable.service());
        }

        /** Waits a little for an entry; not for an interrupt to end the wait, for one could hit a commit instead. */
        private @Nullable LaneEntry<?, ?> next() {
            try {
                return queue.poll(LOOK_MS, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                LOG.debug("a lane ends by being closed, not by an interrupt", e);
                return null;
            }
        }

        private void replace(Throwable failure) {
            try {
                supervisor.caught(failure);
                LOG.error("the thread of lane {} died and is replaced", number, failure);
                // Some may have committed.
                fail(group, Problem.Unavailable.outcomeUnknown());
            } finally {
                group.clear();
                start();
            }
        }
    }

    /** What must share no transaction with others, each operation by itself, and before it all the rest. */
    private static Collection<List<LaneEntry<?, ?>>> apart(List<LaneEntry<?, ?>> group) {
        var rest = new ArrayList<LaneEntry<?, ?>>(group.size());
        var apart = new LinkedHashMap<LaneOperation<?, ?>, List<LaneEntry<?, ?>>>();
        for (var entry : group) {
            var of = entry.operation.apart()
                    ? apart.computeIfAbsent(entry.operation, operation -> new ArrayList<>())
                    : rest;
            of.add(entry);
        }
        var groups = new ArrayList<List<LaneEntry<?, ?>>>();
        if (!rest.isEmpty()) {
            groups.add(rest);
        }
        groups.addAll(apart.values());
        return groups;
    }

    private void settle(List<LaneEntry<?, ?>> group) {
        LaneRun run;
        try {
            run = commit(group);
        } catch (DatabaseUnavailable | Problem.Unavailable unavailable) {
            LOG.warn("{} commands found no database: {}", group.size(), unavailable.getMessage());
            fail(group, unavailable);
            return;
        } catch (RuntimeException | Error failure) {
            supervisor.caught(failure);
            if (SqlStates.lockTimeout(failure)) {
                // Halving would only make each half wait as long again.
                LOG.warn("{} commands waited too long for a lock", group.size());
                fail(group, Problem.Unavailable.service());
                return;
            }
            if (group.size() == 1) {
                fail(
                        group,
                        failure instanceof Problem problem
                                ? problem
                                : new IllegalStateException("a command failed", failure));
                return;
            }
            LOG.warn("a group of {} commands failed and is halved", group.size(), failure);
            settle(new ArrayList<>(group.subList(0, group.size() / 2)));
            settle(new ArrayList<>(group.subList(group.size() / 2, group.size())));
            return;
        }
        // Beyond the failures above: what has committed must not be run again because it could not be told.
        run.publish();
    }

    private static void fail(List<LaneEntry<?, ?>> group, RuntimeException cause) {
        for (var entry : group) {
            entry.fail(cause);
        }
    }

    private LaneRun commit(List<LaneEntry<?, ?>> group) {
        var end = System.nanoTime() + RETRIED.toNanos();
        var outcomeOpen = false;
        for (var pauseMs = RETRY_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, RETRY_PAUSE_MAX_MS)) {
            try {
                var again = outcomeOpen;
                return database.transaction(session -> new LaneRun(group, again).in(session));
            } catch (Once.TwinCommitted twin) {
                if (System.nanoTime() >= end) {
                    throw twin;
                }
            } catch (DatabaseUnavailable broken) {
                outcomeOpen |= broken.connected();
                if (!outcomeOpen) {
                    throw broken;
                }
                if (System.nanoTime() >= end) {
                    throw Problem.Unavailable.outcomeUnknown();
                }
            }
            pause(pauseMs);
        }
    }

    private static void pause(long ms) {
        try {
            Thread.sleep(ThreadLocalRandom.current().nextLong(ms / 2, ms));
        } catch (InterruptedException e) {
            LOG.debug("a lane ends by being closed, not by an interrupt", e);
        }
    }
}
