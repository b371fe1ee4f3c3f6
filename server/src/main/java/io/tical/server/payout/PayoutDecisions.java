package io.tical.server.payout;

import io.tical.server.key.TransactionKey;
import io.tical.server.payout.PayoutStatus.Trigger;
import io.tical.server.problem.Problem;
import io.tical.server.rail.PayoutOutcome;
import io.tical.server.rail.TransferSlip;
import io.tical.server.transaction.StaffDecision;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The decisions of staff on payouts. {@link Payouts#decisions} makes them; {@link Payouts#checks} only checks whether they can be made.
 *
 * @param make makes a decision, or only checks whether it can be made
 */
public record PayoutDecisions(Function<PayoutCommand, Payout> make) {
    /** Staff approve or reject a payout that waits for review, or reject one in review. */
    public Payout review(TransactionKey key, boolean approve, StaffDecision by) {
        return fire(key, approve ? Trigger.APPROVE : Trigger.REJECT, by);
    }

    /** Staff retry the legs that did not arrive. */
    public Payout retry(TransactionKey key, StaffDecision by) {
        return fire(key, Trigger.RETRY, by);
    }

    /**
     * Staff decide the legs with an unknown outcome.
     *
     * @param slip the evidence of the transfer if they were delivered
     * @throws Problem.Conflict {@code TRANSFER_ALREADY_USED} when the transfer paid something else, or several legs would share it
     */
    public Payout decideLegs(TransactionKey key, boolean delivered, TransferSlip slip, StaffDecision by) {
        return make.apply(new PayoutCommand.DecideLegs(key, delivered, slip, by.actor(), by.version(), by.note()));
    }

    /**
     * Staff report the outcome of a leg that they transferred, or whose outcome the rail does not know. They may also report the late
     * delivery of an attempt that was abandoned or had failed. It pays its leg if no other attempt has paid it or may pay it; otherwise
     * the money is claimed back.
     *
     * @param leg its number
     * @param attemptId the attempt that it is about; null for the open one
     * @throws Problem.NotFound {@code PAYOUT_ATTEMPT_NOT_FOUND} when the leg has no such attempt
     * @throws Problem.Conflict {@code PAYOUT_STATUS_TRANSITION_INVALID} when the leg has no open attempt, an automatic rail works on it,
     *     or the outcome of the attempt is known; {@code TRANSFER_ALREADY_USED} when the transfer paid another payout or a settlement
     */
    public Payout reportLeg(
            TransactionKey key, int leg, @Nullable UUID attemptId, PayoutOutcome outcome, StaffDecision by) {
        return make.apply(
                new PayoutCommand.ReportLeg(key, leg, attemptId, outcome, by.actor(), by.version(), by.note()));
    }

    /**
     * Staff report a transfer that arrived in addition to the recorded delivery of an attempt: its rest, or a second one. It is recorded as an
     * attempt of its own, and claimed back.
     *
     * @param leg the number of the leg of the attempt
     * @throws Problem.NotFound {@code PAYOUT_ATTEMPT_NOT_FOUND}
     * @throws Problem.Conflict {@code PAYOUT_STATUS_TRANSITION_INVALID} when no delivery of the attempt is recorded, or the leg has the
     *     transfer already; {@code TRANSFER_ALREADY_USED} when the transfer paid something else
     */
    Payout reportFurther(
            TransactionKey key, int leg, UUID attemptId, PayoutOutcome.Delivered transfer, StaffDecision by) {
        return make.apply(
                new PayoutCommand.ReportFurther(key, leg, attemptId, transfer, by.actor(), by.version(), by.note()));
    }

    /**
     * Staff confirm that an expired payout was paid: its amount, which was returned, is debited again.
     *
     * @param slip the evidence of the transfer
     * @throws Problem.Conflict {@code TRANSFER_ALREADY_USED} when the transfer paid something else
     */
    public Payout confirmLate(TransactionKey key, TransferSlip slip, StaffDecision by) {
        return make.apply(new PayoutCommand.ConfirmLate(key, slip, by.actor(), by.version(), by.note()));
    }

    /** Staff revert a delivered payout; {@link #completeRefund} returns the amount to the merchant. */
    public Payout revert(TransactionKey key, StaffDecision by) {
        return fire(key, Trigger.REVERT, by);
    }

    /**
     * Returns the amount of a rejected payout to the merchant.
     *
     * @param reference of the transfer by which a delivered payout came back; null if it was not delivered
     * @throws Problem.Conflict {@code TRANSFER_ALREADY_USED} when the transfer paid something else
     */
    public Payout completeRefund(TransactionKey key, @Nullable String reference, StaffDecision by) {
        return make.apply(new PayoutCommand.CompleteRefund(key, reference, by.actor(), by.version(), by.note()));
    }

    private Payout fire(TransactionKey key, Trigger trigger, StaffDecision by) {
        return make.apply(PayoutCommand.Fire.of(key, trigger, by));
    }
}
