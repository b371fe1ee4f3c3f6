package io.tical.server.command;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ends the process when an orderly stop takes too long. Its thread starts with the service, because a process that is
 * out of memory or threads may not be able to start one later.
 */
final class StopDeadline {
    private final CountDownLatch begun = new CountDownLatch(1);

    private StopDeadline() {}

    /**
     * Starts the thread that waits for the stop.
     *
     * @param halt ends the process immediately
     */
    static StopDeadline start(Duration max, Runnable halt) {
        var deadline = new StopDeadline();
        Thread.ofPlatform().name("stop-deadline").daemon().start(() -> deadline.enforce(max, halt));
        return deadline;
    }

    /** Starts the deadline. */
    void begin() {
        begun.countDown();
    }

    private void enforce(Duration max, Runnable halt) {
        try {
            begun.await();
            TimeUnit.NANOSECONDS.sleep(max.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        halt.run();
    }
}
