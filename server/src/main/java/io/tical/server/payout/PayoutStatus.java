package io.tical.server.payout;

import static io.tical.server.transaction.StateTable.row;

import io.tical.common.Word;
import io.tical.server.transaction.StateTable;

/** The states of a payout and their transitions. */
public enum PayoutStatus implements Word {
    PENDING,
    PENDING_REVIEW,
    PROCESSING,
    IN_REVIEW,
    SUCCESS,
    PARTIAL_SUCCESS,
    FAILED,
    /** Staff rejected it before it arrived, or reverted it after it had. Its amount is held until it is returned. */
    REJECTED,
    /** The amount was returned after a rejection. */
    REFUNDED,
    EXPIRED,
    CANCELLED;

    /** The triggers of transitions. */
    public enum Trigger implements Word {
        /** Background work captures the reservation of a guide payout. */
        ACTIVATE,
        /** The merchant confirms a test payout. */
        TEST_CONFIRM,
        /** The merchant cancels it while no attempt is open or delivered. */
        CANCEL,
        /** Staff release a payout in {@code pending_review} for sending. */
        APPROVE,
        /** Staff reject it, in {@code pending_review} or {@code in_review}. */
        REJECT,
        /** The review expired. */
        EXPIRE,
        /** Every leg arrived in full. */
        DELIVERED,
        /** Every leg has an outcome, and part of the amount arrived. */
        PARTLY_DELIVERED,
        /** Every leg has an outcome, and nothing arrived. */
        NOT_DELIVERED,
        /** The outcome of a leg is unknown or contradictory, or the rail keeps refusing it: staff must decide. */
        LOSE_TRACK,
        /** Staff retry the legs that did not arrive. */
        RETRY,
        /** Staff confirm that an expired payout was paid. */
        LATE_CONFIRM,
        /** Staff revert a delivered payout. */
        REVERT,
        /** The amount held for a rejected payout is returned to the merchant. */
        COMPLETE_REFUND;

        /** Whether background work fires it, which may do so again. */
        boolean repeatable() {
            return this == ACTIVATE || this == EXPIRE || this == COMPLETE_REFUND;
        }
    }

    /** The effect of a transition on the money; {@link PayoutMoney} has the movements. */
    public enum Effect {
        NONE,
        /** Captures the reserved amount. */
        ACTIVATE,
        /** Captures and delivers the reserved amount. */
        ACTIVATE_AND_DELIVER,
        /** Delivers what arrived, earns its fee, and returns the rest. */
        DELIVER_AND_RETURN,
        /** Returns the captured amount. */
        RETURN,
        /** Releases the reserved amount. */
        RELEASE,
        /** Holds the captured amount until it is returned. */
        TURN_DOWN,
        /** Captures the returned amount again. */
        RECAPTURE,
        /** Captures the returned amount again and delivers it. */
        RECAPTURE_AND_DELIVER,
        /** Holds the delivered amount and its fee until they are returned. */
        REVERT
    }

    public static final StateTable<PayoutStatus, Trigger, Effect> TABLE = StateTable.of(
                    "payout",
                    row(PENDING, Trigger.ACTIVATE, PROCESSING, Effect.ACTIVATE),
                    row(PENDING, Trigger.TEST_CONFIRM, SUCCESS, Effect.ACTIVATE_AND_DELIVER),
                    row(PENDING, Trigger.CANCEL, CANCELLED, Effect.RELEASE),
                    row(PENDING_REVIEW, Trigger.APPROVE, PROCESSING, Effect.ACTIVATE),
                    row(PENDING_REVIEW, Trigger.REJECT, REJECTED, Effect.NONE),
                    row(PENDING_REVIEW, Trigger.EXPIRE, EXPIRED, Effect.RELEASE),
                    row(PROCESSING, Trigger.TEST_CONFIRM, SUCCESS, Effect.DELIVER_AND_RETURN),
                    row(PROCESSING, Trigger.CANCEL, CANCELLED, Effect.RETURN),
                    row(PROCESSING, Trigger.DELIVERED, SUCCESS, Effect.DELIVER_AND_RETURN),
                    row(PROCESSING, Trigger.PARTLY_DELIVERED, PARTIAL_SUCCESS, Effect.DELIVER_AND_RETURN),
                    row(PROCESSING, Trigger.NOT_DELIVERED, FAILED, Effect.DELIVER_AND_RETURN),
                    row(PROCESSING, Trigger.LOSE_TRACK, IN_REVIEW, Effect.NONE),
                    row(IN_REVIEW, Trigger.DELIVERED, SUCCESS, Effect.DELIVER_AND_RETURN),
                    row(IN_REVIEW, Trigger.PARTLY_DELIVERED, PARTIAL_SUCCESS, Effect.DELIVER_AND_RETURN),
                    row(IN_REVIEW, Trigger.NOT_DELIVERED, FAILED, Effect.DELIVER_AND_RETURN),
                    row(IN_REVIEW, Trigger.RETRY, PROCESSING, Effect.NONE),
                    row(IN_REVIEW, Trigger.REJECT, REJECTED, Effect.TURN_DOWN),
                    row(FAILED, Trigger.RETRY, PROCESSING, Effect.RECAPTURE),
                    row(EXPIRED, Trigger.LATE_CONFIRM, SUCCESS, Effect.RECAPTURE_AND_DELIVER),
                    row(SUCCESS, Trigger.REVERT, REJECTED, Effect.REVERT),
                    row(REJECTED, Trigger.COMPLETE_REFUND, REFUNDED, Effect.RELEASE))
            .merchants(Trigger.CANCEL, "cancel")
            .merchants(Trigger.TEST_CONFIRM, "test-confirm")
            .operators(Trigger.APPROVE, "approve")
            .operators(Trigger.REJECT, "reject")
            .operators(Trigger.RETRY, "retry")
            .operators(Trigger.DELIVERED, "outcome")
            .operators(Trigger.LATE_CONFIRM, "confirm-late")
            .operators(Trigger.REVERT, "refund")
            .operators(Trigger.COMPLETE_REFUND, "refund/complete");

    /**
     * Whether processing has ended: the payout has a {@code finalized_at}, and cancelling it changes nothing. Staff may still retry,
     * revert or confirm it.
     */
    public boolean isFinalized() {
        return switch (this) {
            case PENDING, PENDING_REVIEW, PROCESSING, IN_REVIEW -> false;
            case SUCCESS, PARTIAL_SUCCESS, FAILED, REJECTED, REFUNDED, EXPIRED, CANCELLED -> true;
        };
    }
}
