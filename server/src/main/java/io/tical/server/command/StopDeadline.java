package io.tical.server.command;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ends the process when its orderly end takes too long. The thread that does so is started with the service: a process that
 * is out of memory or threads may not be able to start another one when it is told to stop.
 */
final class StopDeadline {
    private final CountDownLatch begun = new CountDownLatch(1);

    private StopDeadline() {}

    /**
     * Starts the thread that waits for the stop.
     *
     * @param halt ends the process without running anything more
     */
    static StopDeadline start(Duration max, Runnable halt) {
        var deadline = new StopDeadline();
        Thread.ofPlatform().name("stop-deadline").daemon().start(() -> deadline.enforce(max, halt));
        return deadline;
    }

    /** The stop has begun: from now on its time is counted. */
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
