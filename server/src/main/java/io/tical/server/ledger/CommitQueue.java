package io.tical.server.ledger;

import io.tical.server.problem.Problem;
import io.tical.server.work.Supervisor;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commands that wait for a group commit, and the two threads that commit them. A thread takes the waiting commands and decides them; while
 * it writes a group, the other one takes the next, decides it if it needs no locks, and waits for its turn to lock and to write. {@link
 * TakeTime} predicts when the next group is taken. A thread that dies is replaced, and its callers are answered.
 *
 * <p>What a thread takes at once is usually one group. If it is several, the next commands are taken only when it works on the last one. If
 * that one has a transaction of its own, they are taken after its commit.
 */
final class CommitQueue {
    /** The most commands that a thread takes at once. */
    static final int TAKEN_MAX = 512;

    private static final int QUEUE_MAX = 8_192;
    private static final int COMMITTERS = 2;
    /** How long a group waits for the commit of the previous group; as long as for a lock in the database. */
    private static final Duration TURN_WAIT_MAX = Duration.ofSeconds(4);

    private static final Logger LOG = LoggerFactory.getLogger(CommitQueue.class);

    private final int number;
    private final BiConsumer<List<QueuedCommand<?, ?, ?>>, Turn> commit;
    private final Supervisor supervisor;
    private final CountDownLatch running = new CountDownLatch(COMMITTERS);
    private final ReentrantLock lock = new ReentrantLock();
    /** Held by the thread whose group locks and writes. */
    private final ReentrantLock writing = new ReentrantLock();
    /** Signalled when a thread may take a group. */
    private final Condition takeable = lock.newCondition();

    private final Deque<QueuedCommand<?, ?, ?>> waiting = new ArrayDeque<>();
    /** Whether a thread has taken a group and not admitted the next one yet. */
    private boolean nextGroupHeld;

    private final TakeTime takeTime = new TakeTime();
    private boolean closed;

    /** The turn of a group among those of its queue. */
    interface Turn {
        /**
         * Waits until the previous groups have committed or failed. Before this, a group's transaction must not lock anything.
         *
         * @throws Problem.Unavailable when the wait takes too long
         */
        void await();

        /** Lets the next group be taken, because this one is decided. If this is not called, the next one is taken after the commit. */
        void admitNext();

        /** The transaction has ended. */
        void end();
    }

    /** @param commit commits a group and answers its callers: {@code GroupCommit.commitOrSplit} */
    CommitQueue(int number, BiConsumer<List<QueuedCommand<?, ?, ?>>, Turn> commit, Supervisor supervisor) {
        this.number = number;
        this.commit = commit;
        this.supervisor = supervisor;
    }

    void start() {
        for (int committer = 0; committer < COMMITTERS; committer++) {
            new Committer(number + "-" + committer).start();
        }
    }

    /** Adds a command; returns false when the queue is full or closed. */
    boolean offer(QueuedCommand<?, ?, ?> command) {
        lock.lock();
        try {
            if (closed || waiting.size() == QUEUE_MAX) {
                return false;
            }
            waiting.add(command);
            if (!nextGroupHeld && waiting.size() == 1) {
                takeable.signal();
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** The number of waiting commands. */
    int length() {
        lock.lock();
        try {
            return waiting.size();
        } finally {
            lock.unlock();
        }
    }

    /** How long the oldest waiting command has waited; 0 if none waits. */
    long oldestNanos() {
        lock.lock();
        try {
            return waiting.isEmpty()
                    ? 0
                    : System.nanoTime() - waiting.getFirst().queuedAt();
        } finally {
            lock.unlock();
        }
    }

    /** Takes no more commands; the threads finish what waits. */
    void close() {
        lock.lock();
        try {
            closed = true;
            takeable.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits for the end of the threads. */
    void awaitEnd(Duration timeout) throws InterruptedException {
        if (!running.await(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
            LOG.warn("Commit queue {} did not finish in time; its waiting commands were not executed", number);
        }
    }

    static void fail(List<QueuedCommand<?, ?, ?>> group, RuntimeException cause) {
        for (var queued : group) {
            queued.fail(cause);
        }
    }

    /** Divides taken commands into groups: one for each operation that needs a transaction of its own, and one for all others. */
    private static Collection<List<QueuedCommand<?, ?, ?>>> byTransaction(List<QueuedCommand<?, ?, ?>> taken) {
        var groups = new LinkedHashMap<Optional<?>, List<QueuedCommand<?, ?, ?>>>();
        for (var queued : taken) {
            var own = Optional.of(queued.operation).filter(GroupOperation::needsOwnTransaction);
            groups.computeIfAbsent(own, operation -> new ArrayList<>()).add(queued);
        }
        return groups.values();
    }

    private final class Committer implements Runnable, Turn {
        private final String name;
        private final List<QueuedCommand<?, ?, ?>> taken = new ArrayList<>(TAKEN_MAX);
        private final TakeTime.Group times = takeTime.new Group();
        /** Whether this thread has taken a group and not admitted the next one. */
        private boolean holdsNext;
        /** Whether the next group must wait for the commit of this one. */
        private boolean keepsNextUntilCommit;

        Committer(String name) {
            this.name = name;
        }

        void start() {
            Thread.ofPlatform()
                    .name("commit-queue-" + name)
                    .uncaughtExceptionHandler((thread, failure) -> replace(failure))
                    .start(this);
        }

        @Override
        public void run() {
            while (take()) {
                var groups = byTransaction(taken);
                var left = groups.size();
                for (var together : groups) {
                    left--;
                    // Callers that timed out have withdrawn their commands.
                    together.removeIf(queued -> !queued.start());
                    if (!together.isEmpty()) {
                        keepsNextUntilCommit =
                                left > 0 || together.getFirst().operation.needsOwnTransaction();
                        commit.accept(together, this);
                    }
                }
                admitNextGroup();
                taken.clear();
            }
            running.countDown();
        }

        /** Waits for commands and takes them; returns false when the queue is closed and empty. */
        private boolean take() {
            lock.lock();
            try {
                for (long pause; (pause = nanosUntilTake()) > 0; ) {
                    if (closed && waiting.isEmpty()) {
                        return false;
                    }
                    try {
                        takeable.awaitNanos(pause);
                    } catch (InterruptedException e) {
                        // An interrupt does not end the thread, because one could hit a commit instead.
                        LOG.debug("a commit queue ends when it is closed, not when it is interrupted", e);
                    }
                }
                nextGroupHeld = true;
                holdsNext = true;
                times.taken();
                while (!waiting.isEmpty() && taken.size() < TAKEN_MAX) {
                    taken.add(waiting.remove());
                }
                return true;
            } finally {
                lock.unlock();
            }
        }

        /** The maximum if nothing waits or the other thread has not admitted a group. */
        private long nanosUntilTake() {
            return waiting.isEmpty() || nextGroupHeld ? Long.MAX_VALUE : takeTime.nanosUntil();
        }

        @Override
        public void await() {
            if (writing.isHeldByCurrentThread()) {
                return;
            }
            times.turnAwaited();
            try {
                if (!writing.tryLock(TURN_WAIT_MAX.toMillis(), TimeUnit.MILLISECONDS)) {
                    throw Problem.Unavailable.service();
                }
            } catch (InterruptedException e) {
                // The group fails; the thread continues with the next one.
                throw Problem.Unavailable.service();
            }
        }

        @Override
        public void admitNext() {
            if (!keepsNextUntilCommit) {
                admitNextGroup();
            }
        }

        @Override
        public void end() {
            if (writing.isHeldByCurrentThread()) {
                lock.lock();
                try {
                    times.written();
                    signalIfTakeable();
                } finally {
                    lock.unlock();
                }
                writing.unlock();
            }
        }

        /** Lets the other thread take the next group, unless this was done for the current one. */
        private void admitNextGroup() {
            if (holdsNext) {
                holdsNext = false;
                lock.lock();
                try {
                    nextGroupHeld = false;
                    if (writing.isHeldByCurrentThread()) {
                        times.decided();
                    }
                    signalIfTakeable();
                } finally {
                    lock.unlock();
                }
            }
        }

        private void signalIfTakeable() {
            if (!waiting.isEmpty() && !nextGroupHeld) {
                takeable.signal();
            }
        }

        private void replace(Throwable failure) {
            try {
                supervisor.caught(failure);
                LOG.error("The thread of commit queue {} died and was replaced", name, failure);
                // Some may have committed.
                fail(taken, Problem.Unavailable.outcomeUnknown());
            } finally {
                taken.clear();
                admitNextGroup();
                start();
            }
        }
    }
}
