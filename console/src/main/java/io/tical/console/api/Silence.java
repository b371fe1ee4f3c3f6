package io.tical.console.api;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;

/** Closes a stream that is silent for too long: a service that hangs, or a network that is gone, does not end it. */
final class Silence implements AutoCloseable {
    private final Closeable stream;
    private final long longest;
    private final Thread thread;
    private volatile long heardAt = System.nanoTime();

    Silence(Closeable stream, Duration longest) {
        this.stream = stream;
        this.longest = longest.toNanos();
        this.thread = Thread.ofVirtual().name("silence").start(this::watch);
    }

    /** Something has come. */
    void heard() {
        heardAt = System.nanoTime();
    }

    private void watch() {
        try {
            for (var left = left(); left > 0; left = left()) {
                Thread.sleep(Duration.ofNanos(left));
            }
            stream.close();
        } catch (InterruptedException | IOException _) {
            // the stream has ended
        }
    }

    private long left() {
        return heardAt + longest - System.nanoTime();
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
