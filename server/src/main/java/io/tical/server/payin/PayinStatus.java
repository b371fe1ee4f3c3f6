package io.tical.server.payin;

import io.tical.common.Word;
import io.tical.server.problem.Problem;
import java.util.List;
import java.util.Optional;

/** The states of a payin, and the one table of how it goes from one to another. Only {@link #SUCCESS} means money. */
public enum PayinStatus implements Word {
    PENDING,
    PROCESSING,
    SUCCESS,
    FAILED,
    REJECTED,
    REFUNDED,
    EXPIRED,
    CANCELLED;

    /** What makes a payin change its state. */
    public enum Trigger implements Word {
        /** Background work opens a payin of the guide's vocabulary for its payer; its time begins to run. */
        ACTIVATE,
        /** The payer uploads a slip, or a payment is seen that is not confirmed yet. */
        ARRIVE,
        /** The merchant calls it off before anything arrived. */
        CANCEL,
        /** The merchant confirms a test payin. */
        TEST_CONFIRM,
        /** A rail, a verified slip or staff confirm the payment. */
        CONFIRM,
        /** A rail refuses the payment, or staff close the payin. */
        FAIL,
        /** Nothing was confirmed in time. */
        EXPIRE,
        /** Staff begin to give the payment back. */
        OPEN_REFUND,
        /** The payer has it back. */
        COMPLETE_REFUND;
    }

    /** What a transition does with the money of a live payin; {@link PayinMoney} says how. */
    public enum Effect {
        NONE,
        /** What was paid comes in: the fee is earned, the rest is the merchant's. */
        CREDIT,
        /** What the merchant got is put aside. */
        HOLD,
        /** What was put aside, and the fee, goes back to the payer. */
        PAY_BACK
    }

    /** One row of the table. */
    public record Transition(PayinStatus from, Trigger trigger, PayinStatus to, Effect effect) {}

    private static final List<Transition> TABLE = List.of(
            new Transition(PENDING, Trigger.ACTIVATE, PROCESSING, Effect.NONE),
            new Transition(PENDING, Trigger.ARRIVE, PROCESSING, Effect.NONE),
            new Transition(PENDING, Trigger.CANCEL, CANCELLED, Effect.NONE),
            new Transition(PENDING, Trigger.TEST_CONFIRM, SUCCESS, Effect.CREDIT),
            new Transition(PENDING, Trigger.CONFIRM, SUCCESS, Effect.CREDIT),
            new Transition(PENDING, Trigger.FAIL, FAILED, Effect.NONE),
            new Transition(PENDING, Trigger.EXPIRE, EXPIRED, Effect.NONE),
            new Transition(PROCESSING, Trigger.TEST_CONFIRM, SUCCESS, Effect.CREDIT),
            new Transition(PROCESSING, Trigger.CONFIRM, SUCCESS, Effect.CREDIT),
            new Transition(PROCESSING, Trigger.FAIL, FAILED, Effect.NONE),
            new Transition(PROCESSING, Trigger.EXPIRE, EXPIRED, Effect.NONE),
            new Transition(EXPIRED, Trigger.CONFIRM, SUCCESS, Effect.CREDIT),
            new Transition(SUCCESS, Trigger.OPEN_REFUND, REJECTED, Effect.HOLD),
            new Transition(REJECTED, Trigger.COMPLETE_REFUND, REFUNDED, Effect.PAY_BACK));

    /** Every transition there is. */
    public static List<Transition> table() {
        return TABLE;
    }

    /**
     * The transition that a trigger makes from here.
     *
     * @throws Problem.Conflict {@code PAYIN_STATUS_TRANSITION_INVALID} when there is none
     */
    public Transition on(Trigger trigger) {
        return TABLE.stream()
                .filter(transition -> transition.from == this && transition.trigger == trigger)
                .findFirst()
                .orElseThrow(() -> invalid("A payin that is " + word() + " cannot take the action " + trigger.word()));
    }

    static Problem.Conflict invalid(String message) {
        return new Problem.Conflict("PAYIN_STATUS_TRANSITION_INVALID", message);
    }

    /** Whether it waits for its payment; then its amount on its account is its own. */
    public boolean open() {
        return switch (this) {
            case PENDING, PROCESSING -> true;
            case SUCCESS, FAILED, REJECTED, REFUNDED, EXPIRED, CANCELLED -> false;
        };
    }

    /** Whether a payment for it can still be confirmed, however late. */
    public boolean takesPayment() {
        return TABLE.stream().anyMatch(transition -> transition.from == this && transition.trigger == Trigger.CONFIRM);
    }

    public static Optional<PayinStatus> of(String word) {
        return Word.find(PayinStatus.class, word);
    }
}
