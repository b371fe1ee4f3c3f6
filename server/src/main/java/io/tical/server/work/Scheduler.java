package io.tical.server.work;

import io.tical.db.DatabaseUnavailable;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs each kind of work on a thread of its own, round after round, until it is closed. */
public final class Scheduler implements AutoCloseable {
    /** After a failure, and while the database is away. */
    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(1);

    private static final Logger LOG = LoggerFactory.getLogger(Scheduler.class);

    private final List<Thread> threads;
    private final CountDownLatch closed = new CountDownLatch(1);

    public Scheduler(List<Work> works) {
        this.threads = works.stream()
                .map(work -> Thread.ofVirtual().name("work-" + work.name()).start(() -> run(work)))
                .toList();
    }

    private void run(Work work) {
        while (closed.getCount() > 0) {
            var pause = work.pause();
            try {
                if (work.round()) {
                    continue;
                }
            } catch (DatabaseUnavailable away) {
                LOG.debug("{} waits for the database", work.name());
                pause = PAUSE_AFTER_FAILURE;
            } catch (RuntimeException failure) {
                LOG.error("{} failed and will be tried again", work.name(), failure);
                pause = PAUSE_AFTER_FAILURE;
            }
            try {
                // Not an interrupted sleep: an interrupt in the middle of a round would break its connection.
                var ended = closed.await(pause.toMillis(), TimeUnit.MILLISECONDS);
                LOG.trace("{} {}", work.name(), ended ? "ends" : "goes on");
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    /** Lets the rounds that run come to their end, and starts no more. */
    @Override
    public void close() {
        closed.countDown();
        for (var thread : threads) {
            try {
                thread.join(Duration.ofSeconds(15));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
