package io.tical.server.payout;

import io.tical.common.Word;
import io.tical.server.problem.Problem;
import java.util.List;
import java.util.Optional;

/** The states of a payout, and the one table of how it goes from one to another. */
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

    /** What makes a payout change its state. */
    public enum Trigger implements Word {
        /** Background work captures what a guide payout had reserved. */
        ACTIVATE,
        /** The merchant confirms a test payout. */
        TEST_CONFIRM,
        /** The merchant calls it off before a rail was called. */
        CANCEL,
        /** Staff let a held payout go on. */
        APPROVE,
        /** Staff turn it down. */
        REJECT,
        /** Nobody reviewed it in time. */
        EXPIRE,
        /** Every leg arrived in full. */
        DELIVERED,
        /** Every leg is decided, and part of the amount arrived. */
        PARTLY_DELIVERED,
        /** Every leg is decided, and nothing arrived. */
        NOT_DELIVERED,
        /** A rail cannot say what became of a leg, or contradicts itself. */
        LOSE_TRACK,
        /** Staff send what did not arrive once more. */
        RETRY,
        /** A rail confirms after the money had been released. */
        LATE_CONFIRM,
        /** The review team takes a delivered payout back. */
        REVERT,
        /** The refund of a rejected payout is complete. */
        COMPLETE_REFUND;
    }

    /** What a transition does with the money; {@link PayoutMoney} says how. */
    public enum Effect {
        NONE,
        /** What was reserved is captured. */
        ACTIVATE,
        /** What was reserved is captured and delivered. */
        ACTIVATE_AND_DELIVER,
        /** What arrived leaves, the fee for it is earned, the rest comes back. */
        SETTLE,
        /** What was captured comes back, all of it. */
        RETURN,
        /** What was reserved comes back, all of it. */
        RELEASE,
        /** What was captured is put aside until the refund. */
        TURN_DOWN,
        /** What had come back is captured anew. */
        RECAPTURE,
        /** What had come back is captured anew and delivered. */
        RECAPTURE_AND_DELIVER,
        /** What was delivered, and its fee, is put aside until the refund. */
        REVERT
    }

    /** One row of the table. */
    public record Transition(PayoutStatus from, Trigger trigger, PayoutStatus to, Effect effect) {}

    private static final List<Transition> TABLE = List.of(
            new Transition(PENDING, Trigger.ACTIVATE, PROCESSING, Effect.ACTIVATE),
            new Transition(PENDING, Trigger.TEST_CONFIRM, SUCCESS, Effect.ACTIVATE_AND_DELIVER),
            new Transition(PENDING, Trigger.CANCEL, CANCELLED, Effect.RELEASE),
            new Transition(PENDING_REVIEW, Trigger.APPROVE, PROCESSING, Effect.ACTIVATE),
            new Transition(PENDING_REVIEW, Trigger.REJECT, REJECTED, Effect.NONE),
            new Transition(PENDING_REVIEW, Trigger.EXPIRE, EXPIRED, Effect.RELEASE),
            new Transition(PROCESSING, Trigger.TEST_CONFIRM, SUCCESS, Effect.SETTLE),
            new Transition(PROCESSING, Trigger.CANCEL, CANCELLED, Effect.RETURN),
            new Transition(PROCESSING, Trigger.DELIVERED, SUCCESS, Effect.SETTLE),
            new Transition(PROCESSING, Trigger.PARTLY_DELIVERED, PARTIAL_SUCCESS, Effect.SETTLE),
            new Transition(PROCESSING, Trigger.NOT_DELIVERED, FAILED, Effect.SETTLE),
            new Transition(PROCESSING, Trigger.LOSE_TRACK, IN_REVIEW, Effect.NONE),
            new Transition(IN_REVIEW, Trigger.DELIVERED, SUCCESS, Effect.SETTLE),
            new Transition(IN_REVIEW, Trigger.PARTLY_DELIVERED, PARTIAL_SUCCESS, Effect.SETTLE),
            new Transition(IN_REVIEW, Trigger.NOT_DELIVERED, FAILED, Effect.SETTLE),
            new Transition(IN_REVIEW, Trigger.RETRY, PROCESSING, Effect.NONE),
            new Transition(IN_REVIEW, Trigger.REJECT, REJECTED, Effect.TURN_DOWN),
            new Transition(FAILED, Trigger.RETRY, PROCESSING, Effect.RECAPTURE),
            new Transition(EXPIRED, Trigger.LATE_CONFIRM, SUCCESS, Effect.RECAPTURE_AND_DELIVER),
            new Transition(SUCCESS, Trigger.REVERT, REJECTED, Effect.REVERT),
            new Transition(REJECTED, Trigger.COMPLETE_REFUND, REFUNDED, Effect.RELEASE));

    /** Every transition there is. */
    public static List<Transition> table() {
        return TABLE;
    }

    /**
     * The transition that a trigger makes from here.
     *
     * @throws Problem.Conflict {@code PAYOUT_STATUS_TRANSITION_INVALID} when there is none
     */
    public Transition on(Trigger trigger) {
        return TABLE.stream()
                .filter(transition -> transition.from == this && transition.trigger == trigger)
                .findFirst()
                .orElseThrow(() -> invalid("A payout that is " + word() + " cannot take the action " + trigger.word()));
    }

    static Problem.Conflict invalid(String message) {
        return new Problem.Conflict("PAYOUT_STATUS_TRANSITION_INVALID", message);
    }

    /** Whether the merchant can expect no more of it, so that cancelling answers what there is and moves nothing. */
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
