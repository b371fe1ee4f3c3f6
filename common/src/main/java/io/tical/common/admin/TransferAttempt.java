package io.tical.common.admin;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to send money by a rail.
 *
 * @param rail such as {@code manual}, for the operators' own transfers
 * @param route why this rail was chosen, in English; null if there was no choice
 * @param state {@code open}, {@code delivered} or {@code dead}
 * @param reference of the rail or the bank
 * @param lateAmount the amount that arrived after the attempt had ended, or that a further transfer brought, in minor units
 */
public record TransferAttempt(
        UUID id,
        int number,
        String rail,
        @Nullable String route,
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

    /** Whether it may still arrive. A payer's payment is recorded with their payin. */
    public boolean mayArriveLate() {
        return state.equals("dead") && lateAmount == null && !byPayer();
    }

    /** Whether it records a transfer that arrived in addition to the delivery of another attempt. */
    public boolean isFurther() {
        return state.equals("dead") && closedAt == null;
    }

    /** Whether its delivery is recorded, so that another transfer is a further one. */
    public boolean isRecorded() {
        return (state.equals("delivered") || lateAmount != null) && !isFurther() && !byPayer();
    }

    private boolean byPayer() {
        return rail.equals("p2p");
    }
}
