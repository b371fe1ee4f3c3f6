package io.tical.server.http.wire;

import java.util.concurrent.TimeUnit;

/** Limits events to a rate per second, with a burst after a quiet time. Not thread-safe. */
final class Rate {
    private final int burst;
    private final long intervalNs;
    /** Each event moves it by one interval; while it is in the future, the rate allows no other. */
    private long paidUntilNs = Long.MIN_VALUE;

    Rate(int burst, int perSecond) {
        this.burst = burst;
        this.intervalNs = TimeUnit.SECONDS.toNanos(1) / perSecond;
    }

    /** Counts an event if the rate allows it now. */
    boolean allows() {
        var now = System.nanoTime();
        paidUntilNs = Math.max(paidUntilNs, now - burst * intervalNs);
        if (paidUntilNs > now) {
            return false;
        }
        paidUntilNs += intervalNs;
        return true;
    }

    /** Nanoseconds until the rate allows the next event, or a negative number. */
    long nextInNs() {
        return paidUntilNs - System.nanoTime();
    }
}
