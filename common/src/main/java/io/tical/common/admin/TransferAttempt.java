package io.tical.common.admin;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to send money by a rail.
 *
 * @param rail such as {@code manual}, for the operators' own transfers
 * @param state {@code open}, {@code delivered} or {@code dead}
 * @param reference of the rail or the bank
 * @param lateAmount the amount that arrived after the attempt had ended, in minor units
 */
public record TransferAttempt(
        UUID id,
        int number,
        String rail,
        String state,
        long amount,
        @Nullable String reference,
        long createdAt,
        @Nullable Long closedAt,
        @Nullable Long lateAmount,
        @Nullable Long lateAt) {
    public boolean isOpen() {
        return state.equals("open");
    }

    /** Whether it may still arrive. */
    public boolean mayArriveLate() {
        return state.equals("dead") && lateAmount == null;
    }
}
