package io.tical.server.payin;

import io.tical.server.key.TransactionKey;
import io.tical.server.payin.PayinCommand.Action;
import io.tical.server.payin.PayinCommand.Receipt;
import io.tical.server.payin.PayinStatus.Trigger;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.StaffDecision;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The decisions of staff on payins. {@link Payins#decisions} makes them; {@link Payins#checks} only checks whether they can be made.
 *
 * @param make makes a decision, or only checks whether it can be made
 */
public record PayinDecisions(Function<PayinCommand, Payin> make) {
    /**
     * Staff record a payment. It pays the payin as {@link Payins#confirm} does. If the payin no longer accepts a payment, because it was
     * cancelled, failed or was paid by another payment, the payment becomes unallocated funds. If the payin is matched, the payment also
     * completes the payout.
     *
     * @param bank the abbreviation of the sending bank, or null
     * @throws Problem.Conflict as {@link Payins#confirm}; {@code PAYMENT_ALREADY_RECORDED} when a payment with this reference was recorded
     *     by a slip or by staff; {@code PAYIN_STATUS_TRANSITION_INVALID} when the payin was paid or has unallocated funds and the
     *     payment has no reference, is matched and no payout waits for it, or has a deposit address, whose payments the service finds
     */
    public Payin found(TransactionKey key, Receipt receipt, @Nullable String bank, StaffDecision by) {
        return make.apply(PayinCommand.found(key, receipt, bank, by));
    }

    /**
     * Staff close a payin.
     *
     * @param failureCode the machine-readable reason
     */
    public Payin fail(TransactionKey key, String failureCode, StaffDecision by) {
        return make.apply(PayinCommand.of(key, new Action.Fail(failureCode), by));
    }

    /**
     * Staff open a refund: the merchant's credit is held.
     *
     * @throws Problem.Refused {@code INSUFFICIENT_BALANCE} when the balance does not cover it
     */
    public Payin openRefund(TransactionKey key, StaffDecision by) {
        return make.apply(PayinCommand.of(key, new Action.Fire(Trigger.OPEN_REFUND), by));
    }

    /**
     * Completes a refund.
     *
     * @param reference of the transfer to the payer
     * @throws Problem.Conflict {@code TRANSFER_ALREADY_USED} when the transfer paid something else, or was received as a payment
     */
    public Payin completeRefund(TransactionKey key, String reference, StaffDecision by) {
        return make.apply(PayinCommand.of(key, new Action.CompleteRefund(reference), by));
    }
}
