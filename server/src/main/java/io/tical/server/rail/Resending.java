package io.tical.server.rail;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * The retry schedule of a leg whose attempts a rail refused before they were sent: exponential backoff from 1 s to 5
 * minutes, with 20 % jitter. It is a function of the stored attempts, so a restart changes nothing.
 */
public final class Resending {
    /** After this many consecutive refusals, about 18 minutes, staff decide. */
    public static final int REFUSALS_MAX = 12;

    private static final long FIRST_MS = Duration.ofSeconds(1).toMillis();
    private static final long LONGEST_MS = Duration.ofMinutes(5).toMillis();
    private static final double SPREAD = 0.2;

    private Resending() {}

    /** The number of a leg's latest consecutive refusals; attempts of payers do not count. */
    public static int refusals(Collection<Attempt> ofLeg) {
        return (int) ofLeg.stream()
                .filter(attempt -> !attempt.byPayer())
                .sorted(Comparator.comparingInt(Attempt::number).reversed())
                .takeWhile(Attempt::neverSent)
                .count();
    }

    /**
     * The earliest time to send the leg again, or null for now. After {@link #REFUSALS_MAX} refusals, or after staff abandoned the open
     * attempt, a retry is sent immediately and the count begins again.
     */
    public static @Nullable Instant notBefore(Collection<Attempt> ofLeg) {
        var refusals = refusals(ofLeg) % REFUSALS_MAX;
        if (refusals == 0) {
            return null;
        }
        var last = ofLeg.stream().max(Comparator.comparingInt(Attempt::number)).orElseThrow();
        var closedAt = last.closedAt();
        return closedAt == null ? null : closedAt.plus(pause(refusals, last));
    }

    private static Duration pause(int refusals, Attempt last) {
        var pause = Math.min(LONGEST_MS, FIRST_MS << Math.min(refusals - 1, 30));
        // Derived from the random part of the attempt's id, so that every call returns the same delay.
        var share = (last.id().getLeastSignificantBits() & 0xFFFF) / (double) 0x10000;
        return Duration.ofMillis(Math.round(pause * (1 - SPREAD + 2 * SPREAD * share)));
    }
}
