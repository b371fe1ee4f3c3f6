package io.tical.server.work;

import io.tical.db.DatabaseUnavailable;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs each kind of work in rounds on its own thread until it is closed. A failed round is followed by another one.
 * {@link #stalled} reports work that no longer completes rounds.
 */
public final class Scheduler implements AutoCloseable {
    /** The pause after a failure and while the database is unavailable. */
    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(1);

    private static final Duration STALLED_MIN = Duration.ofSeconds(60);
    private static final int STALLED_PAUSES = 20;

    /** The part of a pause by which it is shorter or longer, at random. */
    private static final double UNEVEN = 0.25;

    private static final Logger LOG = LoggerFactory.getLogger(Scheduler.class);

    private final Supervisor supervisor;
    private final Duration stalledMin;
    private volatile List<Running> running = List.of();
    private final CountDownLatch closed = new CountDownLatch(1);

    public Scheduler(Supervisor supervisor) {
        this(supervisor, STALLED_MIN);
    }

    /** @param stalledMin the shortest time without a completed round after which work counts as stalled */
    Scheduler(Supervisor supervisor, Duration stalledMin) {
        this.supervisor = supervisor;
        this.stalledMin = stalledMin;
    }

    /** Starts the work; must be called at most once. */
    public void start(List<Work> works) {
        running = works.stream().map(Running::new).toList();
        running.forEach(Running::start);
    }

    /** The names of work that has completed no round for one minute, or for 20 of its pauses if that is longer. */
    public List<String> stalled() {
        return running.stream()
                .filter(Running::stalled)
                .map(one -> one.work.name())
                .toList();
    }

    /** Nodes in the same rhythm would always claim what is due in the same order, also what only the last of them can do. */
    static long uneven(Duration pause) {
        return Math.round(pause.toMillis() * ThreadLocalRandom.current().nextDouble(1 - UNEVEN, 1 + UNEVEN));
    }

    /** One kind of work with its thread. */
    private final class Running implements Runnable {
        private final Work work;
        private volatile long completedAt = System.nanoTime();
        private volatile Thread thread = Thread.currentThread();

        Running(Work work) {
            this.work = work;
        }

        void start() {
            thread = Thread.ofVirtual()
                    .name("work-" + work.name())
                    .uncaughtExceptionHandler((dead, failure) -> start())
                    .start(this);
        }

        boolean stalled() {
            var pauses = work.pause().multipliedBy(STALLED_PAUSES);
            var limit = pauses.compareTo(stalledMin) > 0 ? pauses : stalledMin;
            return System.nanoTime() - completedAt > limit.toNanos();
        }

        @Override
        public void run() {
            while (closed.getCount() > 0) {
                var pause = round();
                try {
                    // Not Thread.interrupt, because an interrupt during a round would break its connection.
                    var ended = closed.await(uneven(pause), TimeUnit.MILLISECONDS);
                    LOG.trace("{} {}", work.name(), ended ? "ends" : "goes on");
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return;
                }
            }
        }

        /** Runs one round; returns how long to wait before the next. */
        private Duration round() {
            try {
                var more = work.round();
                completedAt = System.nanoTime();
                return more ? Duration.ZERO : work.pause();
            } catch (DatabaseUnavailable away) {
                LOG.debug("{}: the database is unavailable", work.name());
            } catch (RuntimeException | Error failure) {
                supervisor.caught(failure);
                LOG.error("{} failed and will be retried", work.name(), failure);
            }
            return PAUSE_AFTER_FAILURE;
        }

        /** Closes the work. A failure does not keep the other work from being closed. */
        void close() {
            try {
                work.close();
            } catch (RuntimeException failure) {
                LOG.error("{} could not be closed", work.name(), failure);
            }
        }
    }

    /** Starts no more rounds, and waits for running rounds and the work in flight. */
    @Override
    public void close() {
        closed.countDown();
        running.forEach(one -> one.work.stop());
        for (var one : running) {
            try {
                one.thread.join(Duration.ofSeconds(15));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                break;
            }
        }
        running.forEach(Running::close);
    }
}
