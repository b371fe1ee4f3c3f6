package io.tical.server.work;

import io.tical.db.DatabaseUnavailable;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A thread that reads the database in rounds while somebody listens to the changes. A round that fails is repeated after the pause. */
public final class WatchThread implements AutoCloseable {
    private static final Duration CLOSE_MAX = Duration.ofSeconds(5);
    private static final Logger LOG = LoggerFactory.getLogger(WatchThread.class);

    private final String name;
    private final Duration pause;
    private final Supervisor supervisor;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private volatile @Nullable Thread thread;

    /**
     * @param name for the log
     * @param pause between two rounds
     */
    public WatchThread(String name, Duration pause, Supervisor supervisor) {
        this.name = name;
        this.pause = pause;
        this.supervisor = supervisor;
    }

    /**
     * Starts the thread. A caller that starts it again must know that the earlier one has ended.
     *
     * @param continues whether another round follows; the thread ends if not
     */
    public void start(Runnable round, BooleanSupplier continues) {
        thread = Thread.ofVirtual().name(name).start(() -> repeat(round, continues));
    }

    private void repeat(Runnable round, BooleanSupplier continues) {
        try {
            do {
                attempt(round);
            } while (continues.getAsBoolean() && !stopped.await(pause.toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void attempt(Runnable round) {
        try {
            round.run();
        } catch (DatabaseUnavailable away) {
            LOG.debug("a round of {} could not read the database", name, away);
        } catch (RuntimeException | Error failure) {
            supervisor.caught(failure);
            LOG.error("a round of {} failed and will be repeated", name, failure);
        }
    }

    public boolean isStopped() {
        return stopped.getCount() == 0;
    }

    /** Lets the thread end with its present round. */
    public void stop() {
        stopped.countDown();
    }

    /** Stops the thread, and waits for its end. */
    @Override
    public void close() {
        stop();
        var ending = thread;
        try {
            if (ending != null) {
                ending.join(CLOSE_MAX);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
