package io.tical.server.settlement;

import static io.tical.server.transaction.StateTable.row;

import io.tical.common.Word;
import io.tical.server.transaction.StateTable;

/** The states of a settlement and their transitions. */
public enum SettlementStatus implements Word {
    /** Its amount is captured. */
    PENDING,
    /** An attempt to send it exists. */
    PROCESSING,
    COMPLETED,
    FAILED;

    /** The triggers of transitions. */
    public enum Trigger implements Word {
        /** The first attempt is opened. */
        SEND,
        /** The net amount arrived. */
        DELIVERED,
        /** The net amount will not arrive. */
        NOT_DELIVERED,
        /** The outcome is unknown or contradictory, or the rail keeps refusing the transfer: staff must decide. */
        LOSE_TRACK,
        /** Staff send it again. */
        RETRY,
        /** The bank gave it back after it had arrived. */
        COME_BACK
    }

    /** The effect of a transition on the money. */
    public enum Effect {
        NONE,
        /** Delivers the net amount and earns the fee. */
        DELIVER,
        /** Returns the amount. */
        RETURN,
        /** Returns the net amount that the bank gave back, and the fee. */
        REVERT
    }

    public static final StateTable<SettlementStatus, Trigger, Effect> TABLE = StateTable.of(
                    "settlement",
                    row(PENDING, Trigger.SEND, PROCESSING, Effect.NONE),
                    row(PROCESSING, Trigger.DELIVERED, COMPLETED, Effect.DELIVER),
                    row(PROCESSING, Trigger.NOT_DELIVERED, FAILED, Effect.RETURN),
                    row(PROCESSING, Trigger.LOSE_TRACK, PROCESSING, Effect.NONE),
                    row(PROCESSING, Trigger.RETRY, PROCESSING, Effect.NONE),
                    row(COMPLETED, Trigger.COME_BACK, FAILED, Effect.REVERT))
            .operators(Trigger.RETRY, "retry")
            .operators(Trigger.DELIVERED, "outcome");

    public boolean isFinalized() {
        return switch (this) {
            case PENDING, PROCESSING -> false;
            case COMPLETED, FAILED -> true;
        };
    }
}
