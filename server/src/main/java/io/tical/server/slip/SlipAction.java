package io.tical.server.slip;

import io.tical.server.transaction.Action;
import org.jspecify.annotations.Nullable;

/**
 * What an operator decides on a slip; {@link SlipReview} does it. {@code SLIP_STATUS_TRANSITION_INVALID} when the slip is decided. What
 * records its payment is refused with {@code PAYIN_STATUS_TRANSITION_INVALID} if the state of the payin does not allow it, with {@code
 * SLIP_ALREADY_USED} when its transfer paid another payin, and with {@code TRANSFER_ALREADY_USED} when the transfer was sent.
 */
public sealed interface SlipAction extends Action {
    /** Accepts a slip and confirms its payin. */
    record Accept(SlipPayment payment) implements SlipAction {}

    /** Accepts a slip whose payin no longer accepts a payment: the payment becomes unallocated funds. */
    record Suspend(SlipPayment payment) implements SlipAction {}

    /** Rejects a slip. Its payin stays open for another slip or payment. */
    record Reject(Slip.Reason reason) implements SlipAction {}

    /** The payment that it records; null without one. */
    default @Nullable SlipPayment payment() {
        return switch (this) {
            case Accept accept -> accept.payment;
            case Suspend suspend -> suspend.payment;
            case Reject _ -> null;
        };
    }

    /** The decision that it is. */
    default PossibleSlipDecision decision() {
        return switch (this) {
            case Accept _ -> PossibleSlipDecision.ACCEPT;
            case Suspend _ -> PossibleSlipDecision.SUSPEND;
            case Reject _ -> PossibleSlipDecision.REJECT;
        };
    }
}
