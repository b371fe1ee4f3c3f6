package io.tical.server.payin;

import io.tical.common.Ids;
import io.tical.server.key.TransactionKey;
import io.tical.server.payin.PayinStatus.Trigger;
import io.tical.server.rail.BankTransfer;
import io.tical.server.rail.PaidTransfer;
import io.tical.server.transaction.Action;
import io.tical.server.transaction.Actor;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What happens to an existing payin; {@link PayinRules} decides it. It is refused with {@code PAYIN_STATUS_TRANSITION_INVALID} if the payin
 * does not allow it.
 */
public sealed interface PayinAction extends Action {
    /** A transition without further data. Staff open refunds so: the merchant's credit is held. */
    record Fire(Trigger trigger) implements PayinAction {}

    /**
     * Confirms a payment. {@code MATCHED_AMOUNT_DIFFERS} when the matched payout has another amount.
     *
     * @param completesMatch whether it is refused if the payin's match was released, because it was decided as the payment of the
     *     match
     */
    record Confirm(Receipt receipt, boolean completesMatch) implements PayinAction {
        /** The confirmation of a payment. One without a reference is identified by the request that confirms it, or else by this action. */
        public static Confirm of(Receipt receipt, Actor actor, boolean completesMatch) {
            var requestId = actor.requestId();
            var identified = requestId == null ? "confirmation:" + Ids.next() : "request:" + requestId;
            return new Confirm(
                    receipt.reference() == null ? new Receipt(receipt.paid(), identified) : receipt, completesMatch);
        }
    }

    /**
     * Staff record a payment. It pays the payin as {@link Confirm} does. If the payin no longer accepts a payment, because it was cancelled,
     * failed or was paid by another payment, the payment becomes unallocated funds. If the payin is matched, the payment also completes the
     * payout. {@code PAYMENT_ALREADY_RECORDED} when a payment with this reference was recorded by a slip or by staff; {@code
     * PAYIN_STATUS_TRANSITION_INVALID} when the payin is matched and no payout waits for the payment, or has a deposit address, whose
     * payments the service finds.
     *
     * @param transfer with the reference of the receipt
     * @param entry of a bank statement that is the payment, which nothing else may be then; null if staff name none
     */
    record Found(
            Receipt receipt,
            BankTransfer transfer,
            @Nullable UUID entry) implements PayinAction {
        /**
         * @param receipt with a reference
         * @param bank the abbreviation of the sending bank, or null
         */
        public static Found of(Receipt receipt, @Nullable String bank) {
            var reference = Objects.requireNonNull(receipt.reference(), "nothing is recorded without its reference");
            return new Found(receipt, BankTransfer.of(bank, reference), null);
        }

        /** The same, which an entry of a bank statement shows. */
        public Found shownBy(UUID bankEntry) {
            return new Found(receipt, transfer, bankEntry);
        }
    }

    /**
     * Staff complete a refund. {@code TRANSFER_ALREADY_USED} when the transfer paid something else, or was received as a payment.
     *
     * @param reference of the transfer to the payer
     */
    record CompleteRefund(String reference) implements PayinAction {
        /**
         * The transfer that paid this payin's payment back.
         *
         * @param refunded minor units
         */
        PaidTransfer transfer(TransactionKey payin, long refunded) {
            return PaidTransfer.back(reference, PaidTransfer.Use.PAYIN_REFUND, payin, refunded);
        }
    }

    /**
     * Staff close a payin.
     *
     * @param failureCode the machine-readable reason
     */
    record Fail(String failureCode) implements PayinAction {}

    /** Staff release the match, so that the payout is sent. */
    record ReleaseMatch() implements PayinAction {}

    /** Staff send the callback of a successful payin again, as a new event. */
    record Resend() implements PayinAction {}

    /**
     * Background work processes a payin that is due.
     *
     * @param held whether it must stay as it is, because the database may have forgotten how it ended
     */
    record Due(boolean held) implements PayinAction {}

    /**
     * A received payment.
     *
     * @param paid the received minor units, 1 or more
     * @param reference distinguishes a repeated confirmation from a second payment; or null
     */
    record Receipt(long paid, @Nullable String reference) {
        public Receipt {
            if (paid < 1) {
                throw new IllegalArgumentException("a payment is positive: " + paid);
            }
        }
    }

    @Override
    default boolean repeatable() {
        return switch (this) {
            case Fire(var trigger) -> trigger == Trigger.ARRIVE;
            // A payment is identified by its reference.
            case Confirm _, Due _ -> true;
            case Found _, CompleteRefund _, Fail _, ReleaseMatch _, Resend _ -> false;
        };
    }

    /** The payment that it confirms; null without one. */
    default @Nullable Receipt payment() {
        return switch (this) {
            case Confirm confirm -> confirm.receipt;
            case Found found -> found.receipt;
            case Fire _, CompleteRefund _, Fail _, ReleaseMatch _, Resend _, Due _ -> null;
        };
    }

    /** Whether it pays the payin. */
    default boolean pays() {
        return payment() != null || (this instanceof Fire(var trigger) && trigger == Trigger.TEST_CONFIRM);
    }

    /** Whether it is about money that goes back to the payer. */
    default boolean refunds() {
        return this instanceof CompleteRefund || (this instanceof Fire(var trigger) && trigger == Trigger.OPEN_REFUND);
    }
}
