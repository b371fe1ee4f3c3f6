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
        @Nullable Instant closedAt) {
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
                payoutId, step.number(), number, Ids.next(), rail, step.amount(), State.OPEN, 0, null, now, null);
    }

    Attempt closed(State state, @Nullable String railReference, Instant at) {
        return new Attempt(payoutId, step, number, id, rail, amount, state, polls, railReference, createdAt, at);
    }
}
