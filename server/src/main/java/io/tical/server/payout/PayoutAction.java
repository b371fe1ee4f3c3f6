package io.tical.server.payout;

import io.tical.server.payout.PayoutStatus.Trigger;
import io.tical.server.rail.PayoutOutcome;
import io.tical.server.rail.TransferSlip;
import io.tical.server.transaction.Action;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What happens to an existing payout; {@link PayoutRules} decides it. All but {@link Report} are refused with {@code
 * PAYOUT_STATUS_TRANSITION_INVALID} if the payout does not allow them, and with {@code TRANSFER_ALREADY_USED} if they name a transfer that
 * paid something else.
 */
sealed interface PayoutAction extends Action {
    /** A transition without further data. Staff approve, reject, retry and revert a payout so. */
    record Fire(Trigger trigger) implements PayoutAction {}

    /**
     * A rail reports the outcome of an attempt, possibly repeatedly. {@code PAYOUT_ATTEMPT_NOT_FOUND} when the payout has no such attempt.
     */
    record Report(UUID attemptId, PayoutOutcome outcome) implements PayoutAction {}

    /**
     * Staff report the outcome of a leg that they transferred, or whose outcome the rail does not know. They may also report the late
     * delivery of an attempt that was abandoned or had failed. It pays its leg if no other attempt has paid it or may pay it; otherwise
     * the money is claimed back. {@code PAYOUT_ATTEMPT_NOT_FOUND} when the leg has no such attempt.
     *
     * @param leg its number
     * @param attemptId the attempt that it is about; null for the open one
     */
    record ReportLeg(int leg, @Nullable UUID attemptId, PayoutOutcome outcome) implements PayoutAction {}

    /**
     * Staff report a transfer that arrived in addition to the recorded delivery of an attempt: its rest, or a second one. It is recorded as an
     * attempt of its own, and claimed back. {@code PAYOUT_ATTEMPT_NOT_FOUND} when the payout has no such attempt.
     *
     * @param leg the number of the leg of the attempt
     */
    record ReportFurther(int leg, UUID attemptId, PayoutOutcome.Delivered transfer) implements PayoutAction {}

    /**
     * Staff decide the legs with an unknown outcome: that the only one arrived, or that none did.
     *
     * @param slip the evidence of the transfer if it arrived
     */
    record DecideLegs(boolean delivered, TransferSlip slip) implements PayoutAction {}

    /**
     * Staff confirm that an expired payout was paid: its amount, which was returned, is debited again.
     *
     * @param slip the evidence of the transfer
     */
    record ConfirmLate(TransferSlip slip) implements PayoutAction {}

    /**
     * Staff return the amount of a rejected payout to the merchant.
     *
     * @param reference of the transfer by which a delivered payout came back; null if it was not delivered
     */
    record CompleteRefund(@Nullable String reference) implements PayoutAction {}

    /**
     * The bank gave a delivered payout back: it is reverted, and its amount and fee go to the merchant. {@code BANK_ENTRY_RETURN_DIFFERS} if
     * another amount came back than was delivered.
     *
     * @param entry that shows it
     * @param amount minor units that came back
     */
    record ComeBack(UUID entry, long amount) implements PayoutAction {
        /** The name of the transfer that brought it back. */
        String reference() {
            return entry.toString();
        }
    }

    @Override
    default Stream<String> references() {
        return switch (this) {
            case Fire _ -> Stream.empty();
            case Report report -> report.outcome.references();
            case ReportLeg report -> report.outcome.references();
            case ReportFurther report -> report.transfer.references();
            case DecideLegs decide -> Stream.ofNullable(decide.slip.reference());
            case ConfirmLate confirm -> Stream.ofNullable(confirm.slip.reference());
            case CompleteRefund refund -> Stream.ofNullable(refund.reference);
            case ComeBack back -> Stream.of(back.reference());
        };
    }

    @Override
    default boolean repeatable() {
        return switch (this) {
            case Fire(var trigger) -> trigger.repeatable();
            // An attempt ends at most once.
            case Report _ -> true;
            case ReportLeg _, ReportFurther _, DecideLegs _, ConfirmLate _, CompleteRefund _, ComeBack _ -> false;
        };
    }
}
