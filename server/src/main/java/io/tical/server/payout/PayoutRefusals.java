package io.tical.server.payout;

import io.tical.server.payout.PayoutAction.ReportLeg;
import io.tical.server.payout.PayoutStatus.Trigger;
import io.tical.server.problem.Problem;
import io.tical.server.rail.Attempt;
import java.util.Optional;

/**
 * Why a payout does not take an action, as far as it depends on the payout alone. {@link PayoutRules} refuses the action for this reason, and the
 * decisions that are offered are those without one.
 */
final class PayoutRefusals {
    private PayoutRefusals() {}

    /** Whether the payout takes the action of a person now. */
    static boolean takes(PayoutAggregate payout, PayoutAction action) {
        return payout.allows(trigger(action)) && of(payout, action).isEmpty();
    }

    private static Trigger trigger(PayoutAction action) {
        return switch (action) {
            case PayoutAction.Fire(var trigger) -> trigger;
            case PayoutAction.ConfirmLate _ -> Trigger.LATE_CONFIRM;
            case PayoutAction.CompleteRefund _ -> Trigger.COMPLETE_REFUND;
            case ReportLeg _, PayoutAction.DecideLegs _, PayoutAction.Report _, PayoutAction.ReportFurther _ ->
                Trigger.DELIVERED;
        };
    }

    /** The reason beside its status. A report is about an open attempt here; {@link io.tical.server.rail.AttemptReport} decides others. */
    static Optional<Problem.Conflict> of(PayoutAggregate payout, PayoutAction action) {
        return switch (action) {
            case PayoutAction.Fire(var trigger) -> of(payout, trigger);
            case PayoutAction.DecideLegs decide ->
                matched(payout)
                        .or(() -> when(
                                decide.delivered() && payout.undecided().count() != 1,
                                "A transfer pays one leg. Report each leg of this payout with the reference of its own"
                                        + " transfer."))
                        .or(() -> payout.undecided()
                                .flatMap(leg -> undecidable(payout, leg).stream())
                                .findFirst());
            case ReportLeg report ->
                matched(payout)
                        .or(() -> open(payout, report)
                                .map(attempt -> sending(payout, attempt))
                                .orElseGet(() -> when(
                                        true,
                                        "Leg " + report.leg()
                                                + " is not being sent with this attempt. Load the payout again to see its legs. If a"
                                                + " transfer of an earlier attempt arrived, name that attempt.")));
            case PayoutAction.ConfirmLate _ -> matched(payout);
            case PayoutAction.CompleteRefund _, PayoutAction.Report _, PayoutAction.ReportFurther _ -> Optional.empty();
        };
    }

    private static Optional<Problem.Conflict> of(PayoutAggregate payout, Trigger trigger) {
        return switch (trigger) {
            // A payout with an attempt that is not dead may be delivered.
            case CANCEL ->
                matched(payout)
                        .or(() -> when(
                                payout.sent(),
                                "This payout was already sent to the bank and cannot be cancelled. Wait for its outcome; what"
                                        + " is not delivered returns to the balance."));
            case TEST_CONFIRM -> matched(payout);
            case REJECT ->
                when(
                        payout.delivered() > 0,
                        "Part of this payout arrived. Record the other legs as success or failed instead.");
            case RETRY ->
                when(
                        payout.hasUnpaidLateDelivery(),
                        "An attempt of a leg that did not arrive was delivered after it had ended. Sending the leg again"
                                + " would pay it twice. Decide on the claim under Unallocated funds instead.");
            case ACTIVATE,
                    APPROVE,
                    EXPIRE,
                    DELIVERED,
                    PARTLY_DELIVERED,
                    NOT_DELIVERED,
                    LOSE_TRACK,
                    LATE_CONFIRM,
                    REVERT,
                    COMPLETE_REFUND -> Optional.empty();
        };
    }

    /** Other decisions are refused while the payout is matched with a payer. */
    static Optional<Problem.Conflict> matched(PayoutAggregate payout) {
        return when(
                payout.openMatch().isPresent(),
                "A payer was matched with this payout and is expected to pay it. Wait until the payment is confirmed, or"
                        + " until the match is released and the payout is sent.");
    }

    /** The open attempt that staff report. */
    static Optional<Attempt> open(PayoutAggregate payout, ReportLeg report) {
        return payout.open(report.leg())
                .filter(open -> report.attemptId() == null || report.attemptId().equals(open.id()));
    }

    private static Optional<Problem.Conflict> undecidable(PayoutAggregate payout, Payout.Leg leg) {
        return payout.living(leg.number())
                .map(attempt -> sending(payout, attempt))
                .orElseGet(() -> when(true, "Leg " + leg.number() + " was never sent. Retry this payout instead."));
    }

    /** While an automatic rail still works on an attempt, only the rail knows its outcome. */
    private static Optional<Problem.Conflict> sending(PayoutAggregate payout, Attempt attempt) {
        return when(
                !payout.staffMayReport(attempt),
                "The rail " + attempt.rail() + " is sending leg " + attempt.leg()
                        + ". Wait for its outcome, or until the payout is in review.");
    }

    private static Optional<Problem.Conflict> when(boolean refused, String message) {
        return refused ? Optional.of(PayoutStatus.TABLE.invalid(message)) : Optional.empty();
    }
}
