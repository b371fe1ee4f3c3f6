package io.tical.server.payout;

import static io.tical.server.transaction.StateTable.row;

import io.tical.common.Word;
import io.tical.server.transaction.StateTable;
import java.util.List;
import java.util.Optional;

/** The states of a payout and their transitions. */
public enum PayoutStatus implements Word {
    PENDING,
    PENDING_REVIEW,
    PROCESSING,
    IN_REVIEW,
    SUCCESS,
    PARTIAL_SUCCESS,
    FAILED,
    REJECTED,
    REFUNDED,
    EXPIRED,
    CANCELLED;

    /** What changes the state of a payout. */
    public enum Trigger implements Word {
        /** Background work captures what a guide payout reserved. */
        ACTIVATE,
        /** The merchant confirms a test payout. */
        TEST_CONFIRM,
        /** The merchant cancels it before a rail was called. */
        CANCEL,
        /** Staff approve a payout that waits for review. */
        APPROVE,
        /** Staff reject it. */
        REJECT,
        /** Nobody reviewed it in time. */
        EXPIRE,
        /** Every leg arrived in full. */
        DELIVERED,
        /** Every leg is decided, and part of the amount arrived. */
        PARTLY_DELIVERED,
        /** Every leg is decided, and nothing arrived. */
        NOT_DELIVERED,
        /** A rail cannot tell the outcome of a leg, or contradicts itself. */
        LOSE_TRACK,
        /** Staff send again what did not arrive. */
        RETRY,
        /** A rail confirms after the money had been released. */
        LATE_CONFIRM,
        /** The review team reverts a delivered payout. */
        REVERT,
        /** The refund of a rejected payout is complete. */
        COMPLETE_REFUND;
    }

    /** What a transition does with the money; {@link PayoutMoney} has the postings. */
    public enum Effect {
        NONE,
        /** What was reserved is captured. */
        ACTIVATE,
        /** What was reserved is captured and delivered. */
        ACTIVATE_AND_DELIVER,
        /** What arrived is delivered, its fee is earned, the rest is returned. */
        SETTLE,
        /** All that was captured is returned. */
        RETURN,
        /** All that was reserved is released. */
        RELEASE,
        /** What was captured is held until the refund. */
        TURN_DOWN,
        /** What had been returned is captured again. */
        RECAPTURE,
        /** What had been returned is captured again and delivered. */
        RECAPTURE_AND_DELIVER,
        /** What was delivered, and its fee, is held until the refund. */
        REVERT
    }

    static final StateTable<PayoutStatus, Trigger, Effect> TABLE = StateTable.of(
            "payout",
            PayoutStatus.class,
            Trigger.class,
            row(PENDING, Trigger.ACTIVATE, PROCESSING, Effect.ACTIVATE),
            row(PENDING, Trigger.TEST_CONFIRM, SUCCESS, Effect.ACTIVATE_AND_DELIVER),
            row(PENDING, Trigger.CANCEL, CANCELLED, Effect.RELEASE),
            row(PENDING_REVIEW, Trigger.APPROVE, PROCESSING, Effect.ACTIVATE),
            row(PENDING_REVIEW, Trigger.REJECT, REJECTED, Effect.NONE),
            row(PENDING_REVIEW, Trigger.EXPIRE, EXPIRED, Effect.RELEASE),
            row(PROCESSING, Trigger.TEST_CONFIRM, SUCCESS, Effect.SETTLE),
            row(PROCESSING, Trigger.CANCEL, CANCELLED, Effect.RETURN),
            row(PROCESSING, Trigger.DELIVERED, SUCCESS, Effect.SETTLE),
            row(PROCESSING, Trigger.PARTLY_DELIVERED, PARTIAL_SUCCESS, Effect.SETTLE),
            row(PROCESSING, Trigger.NOT_DELIVERED, FAILED, Effect.SETTLE),
            row(PROCESSING, Trigger.LOSE_TRACK, IN_REVIEW, Effect.NONE),
            row(IN_REVIEW, Trigger.DELIVERED, SUCCESS, Effect.SETTLE),
            row(IN_REVIEW, Trigger.PARTLY_DELIVERED, PARTIAL_SUCCESS, Effect.SETTLE),
            row(IN_REVIEW, Trigger.NOT_DELIVERED, FAILED, Effect.SETTLE),
            row(IN_REVIEW, Trigger.RETRY, PROCESSING, Effect.NONE),
            row(IN_REVIEW, Trigger.REJECT, REJECTED, Effect.TURN_DOWN),
            row(FAILED, Trigger.RETRY, PROCESSING, Effect.RECAPTURE),
            row(EXPIRED, Trigger.LATE_CONFIRM, SUCCESS, Effect.RECAPTURE_AND_DELIVER),
            row(SUCCESS, Trigger.REVERT, REJECTED, Effect.REVERT),
            row(REJECTED, Trigger.COMPLETE_REFUND, REFUNDED, Effect.RELEASE));

    /** Every transition there is. */
    public static List<StateTable.Row<PayoutStatus, Trigger, Effect>> table() {
        return TABLE.rows();
    }

    /** Whether the payout is final for the merchant: cancelling it then changes nothing. */
    public boolean terminal() {
        return switch (this) {
            case PENDING, PENDING_REVIEW, PROCESSING, IN_REVIEW -> false;
            case SUCCESS, PARTIAL_SUCCESS, FAILED, REJECTED, REFUNDED, EXPIRED, CANCELLED -> true;
        };
    }

    public static Optional<PayoutStatus> of(String word) {
        return Word.find(PayoutStatus.class, word);
    }
}
