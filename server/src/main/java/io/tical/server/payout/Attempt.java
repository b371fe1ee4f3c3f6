package io.tical.server.payout;

import io.tical.common.Ids;
import java.time.Instant;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One try to send one leg. It is committed before the rail is called, and only a dead one may be followed by another.
 *
 * @param number from 1, within its leg
 * @param polls how often the rail was asked what became of it
 * @param neverSent whether it is dead because the rail refused it before it was sent
 * @param late what the rail reported after it had been given up, or null
 */
public record Attempt(
        UUID payoutId,
        int step,
        int number,
        UUID id,
        String rail,
        long amount,
        State state,
        int polls,
        @Nullable String railReference,
        Instant createdAt,
        @Nullable Instant closedAt,
        boolean neverSent,
        @Nullable Late late) {
    /**
     * A delivery that was reported when the attempt had been given up.
     *
     * @param amount minor units, 0 where the rail reported none
     */
    public record Late(long amount, Instant at) {}

    /** What is known of it. */
    public enum State {
        /** Sent, or about to be; it may still arrive. */
        OPEN,
        /** It arrived. */
        DELIVERED,
        /** It did not arrive and never will. */
        DEAD;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        static State of(String word) {
            return valueOf(word.toUpperCase(Locale.ROOT));
        }
    }

    static Attempt open(UUID payoutId, Payout.Step step, int number, String rail, Instant now) {
        return new Attempt(
                payoutId,
                step.number(),
                number,
                Ids.next(),
                rail,
                step.amount(),
                State.OPEN,
                0,
                null,
                now,
                null,
                false,
                null);
    }

    Attempt closed(State state, @Nullable String railReference, Instant at) {
        return new Attempt(
                payoutId, step, number, id, rail, amount, state, polls, railReference, createdAt, at, false, late);
    }

    /** Closed because the rail refused it before it was sent. */
    Attempt refused(Instant at) {
        return new Attempt(
                payoutId, step, number, id, rail, amount, State.DEAD, polls, railReference, createdAt, at, true, null);
    }

    /** Delivered after it had been given up; it stays dead, for its leg goes another way. */
    Attempt deliveredLate(String reference, Late late) {
        return new Attempt(
                payoutId, step, number, id, rail, amount, state, polls, reference, createdAt, closedAt, neverSent,
                late);
    }
}
