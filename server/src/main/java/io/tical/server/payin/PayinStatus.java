package io.tical.server.payin;

import static io.tical.server.transaction.StateTable.row;

import io.tical.common.Word;
import io.tical.server.transaction.StateTable;

/** The states of a payin and their transitions. Only {@link #SUCCESS} credits the merchant. */
public enum PayinStatus implements Word {
    PENDING,
    PROCESSING,
    SUCCESS,
    FAILED,
    REJECTED,
    REFUNDED,
    EXPIRED,
    CANCELLED;

    /** The triggers of transitions. */
    public enum Trigger implements Word {
        /** Background work opens a payin in the guide's vocabulary; its expiry counts from now. */
        ACTIVATE,
        /** The payer uploads a slip, or an unconfirmed payment is found. */
        ARRIVE,
        /** The merchant cancels it before a payment arrives. */
        CANCEL,
        /** The merchant confirms a test payin. */
        TEST_CONFIRM,
        /** A rail, a verified slip or staff confirm the payment. */
        CONFIRM,
        /** Staff close the payin. */
        FAIL,
        /** No payment was confirmed in time. */
        EXPIRE,
        /** Staff begin to refund the payment. */
        OPEN_REFUND,
        /** The payer has the refund. */
        COMPLETE_REFUND
    }

    /** The effect of a transition on the money; {@link PayinRules} has the postings. */
    public enum Effect {
        NONE,
        /** Credits the payment less the fee to the merchant. */
        CREDIT,
        /** Holds the merchant's credit until the refund is complete. */
        HOLD,
        /** Refunds the held amount and the fee to the payer. */
        PAY_BACK
    }

    public static final StateTable<PayinStatus, Trigger, Effect> TABLE = StateTable.of(
                    "payin",
                    row(PENDING, Trigger.ACTIVATE, PROCESSING, Effect.NONE),
                    row(PENDING, Trigger.ARRIVE, PROCESSING, Effect.NONE),
                    row(PENDING, Trigger.CANCEL, CANCELLED, Effect.NONE),
                    row(PENDING, Trigger.TEST_CONFIRM, SUCCESS, Effect.CREDIT),
                    row(PENDING, Trigger.CONFIRM, SUCCESS, Effect.CREDIT),
                    row(PENDING, Trigger.FAIL, FAILED, Effect.NONE),
                    row(PENDING, Trigger.EXPIRE, EXPIRED, Effect.NONE),
                    row(PROCESSING, Trigger.TEST_CONFIRM, SUCCESS, Effect.CREDIT),
                    row(PROCESSING, Trigger.CONFIRM, SUCCESS, Effect.CREDIT),
                    row(PROCESSING, Trigger.FAIL, FAILED, Effect.NONE),
                    row(PROCESSING, Trigger.EXPIRE, EXPIRED, Effect.NONE),
                    row(EXPIRED, Trigger.CONFIRM, SUCCESS, Effect.CREDIT),
                    row(SUCCESS, Trigger.OPEN_REFUND, REJECTED, Effect.HOLD),
                    row(REJECTED, Trigger.COMPLETE_REFUND, REFUNDED, Effect.PAY_BACK))
            .merchants(Trigger.CANCEL, "cancel")
            .merchants(Trigger.TEST_CONFIRM, "test-confirm")
            .operators(Trigger.CONFIRM, "confirm")
            .operators(Trigger.FAIL, "fail")
            .operators(Trigger.OPEN_REFUND, "refund")
            .operators(Trigger.COMPLETE_REFUND, "refund/complete");

    /** Whether the payin accepts its payment and keeps its reservation. */
    public boolean open() {
        return switch (this) {
            case PENDING, PROCESSING -> true;
            case SUCCESS, FAILED, REJECTED, REFUNDED, EXPIRED, CANCELLED -> false;
        };
    }

    /** Whether the payin ended without a payment. */
    boolean unpaid() {
        return switch (this) {
            case EXPIRED, CANCELLED, FAILED -> true;
            case PENDING, PROCESSING, SUCCESS, REJECTED, REFUNDED -> false;
        };
    }

    /** Whether a payment for it can still be confirmed. */
    public boolean takesPayment() {
        return TABLE.allows(this, Trigger.CONFIRM);
    }
}
