package io.tical.server.payout;

import io.tical.server.ledger.Movement;
import io.tical.server.ledger.Posting;
import io.tical.server.payout.PayoutCommand.Report;
import io.tical.server.payout.PayoutStatus.Trigger;
import io.tical.server.problem.Problem;
import io.tical.server.rail.PayoutOutcome;
import io.tical.server.transaction.Decision;
import java.time.Instant;
import java.util.List;

/** Decides reports of rails and staff about attempts. */
final class PayoutReports {
    /** The trigger in the history for the delivery of an abandoned attempt. */
    static final String LATE_DELIVERY = "late_delivery";

    private PayoutReports() {}

    /** @throws Problem.NotFound {@code PAYOUT_ATTEMPT_NOT_FOUND} when the payout has no such attempt */
    static Decision<PayoutAggregate> decide(PayoutAggregate before, Report report, Instant now) {
        var attempt = before.attempt(report.attemptId())
                .orElseThrow(() -> new Problem.NotFound(
                        "PAYOUT_ATTEMPT_NOT_FOUND",
                        "Payout " + before.payout().id() + " has no attempt " + report.attemptId()
                                + ". If money was sent, find the payout that it belongs to."));
        if (attempt.state() == Attempt.State.DEAD && report.outcome() instanceof PayoutOutcome.Delivered delivered) {
            return deliveredLate(before, attempt, delivered, report, now);
        }
        PayoutRules.requireUnclaimed(before);
        if (attempt.state() != Attempt.State.OPEN) {
            // The outcome was already reported or decided.
            return Decision.unchanged(before);
        }
        return switch (report.outcome()) {
            case PayoutOutcome.Delivered delivered ->
                plausible(attempt, delivered)
                        ? settle(
                                sentBy(
                                        before.with(
                                                attempt.on(Attempt.Trigger.DELIVER, delivered.reference(), now),
                                                delivery(attempt, delivered),
                                                delivered.amount(),
                                                now),
                                        delivered),
                                report,
                                now)
                        : loseTrack(before, "the rail reports an amount that was not sent", report, now);
            case PayoutOutcome.Failed failed -> {
                var after = before.with(attempt.on(Attempt.Trigger.FAIL, null, now), StepStatus.Trigger.FAIL, 0, now);
                var failure = new Payout.Failure(failed.code().word(), failed.message());
                yield settle(after.with(after.payout().progress().withFailure(failure)), report, now);
            }
            case PayoutOutcome.NeverSent nothing ->
                resend(
                        before.with(attempt.on(Attempt.Trigger.REFUSE, null, now), StepStatus.Trigger.RETURN, 0, now),
                        attempt.step(),
                        report,
                        now);
            // Another leg may be due for a poll or a retry.
            case PayoutOutcome.Handed handed ->
                Decision.of(before.steps().size() == 1 || before.allOpen() ? before.withDueAt(null) : before);
            case PayoutOutcome.Unknown unknown -> loseTrack(before, unknown.why(), report, now);
        };
    }

    private static boolean plausible(Attempt attempt, PayoutOutcome.Delivered delivered) {
        return delivered.amount() >= 1 && delivered.amount() <= attempt.amount();
    }

    private static StepStatus.Trigger delivery(Attempt attempt, PayoutOutcome.Delivered delivered) {
        return delivered.amount() == attempt.amount() ? StepStatus.Trigger.DELIVER : StepStatus.Trigger.DELIVER_PART;
    }

    private static PayoutAggregate sentBy(PayoutAggregate payout, PayoutOutcome.Delivered delivered) {
        var sender = delivered.sender();
        return payout.with(payout.payout()
                .progress()
                .withSender(new Payout.Sender(
                        sender.platform(), sender.identifier(), sender.holderName(), delivered.reference(), null)));
    }

    /** A refused attempt is retried on a bounded retry schedule. */
    private static Decision<PayoutAggregate> resend(PayoutAggregate payout, int step, Report report, Instant now) {
        var attempts = payout.attemptsOf(step);
        var refusals = Resending.refusals(attempts);
        if (refusals > 0 && refusals % Resending.REFUSALS_MAX == 0) {
            var why = "the rail refused " + Resending.REFUSALS_MAX + " attempts before they were sent";
            return loseTrack(payout, why, report, now);
        }
        if (payout.status() != PayoutStatus.PROCESSING) {
            // Staff decide when it is sent again.
            return Decision.of(payout);
        }
        var notBefore = Resending.notBefore(attempts);
        return Decision.of(dueWith(payout, notBefore == null ? now : notBefore));
    }

    /** The payout is due with this leg, unless another leg is due earlier. */
    static PayoutAggregate dueWith(PayoutAggregate payout, Instant legDueAt) {
        var due = payout.payout().progress().dueAt();
        return payout.steps().size() == 1 || due == null || legDueAt.isBefore(due)
                ? payout.withDueAt(legDueAt)
                : payout;
    }

    /**
     * Records the delivery of an abandoned attempt, in any status of the payout. It pays its leg if no other attempt
     * has paid it or may pay it. Otherwise the money was sent in addition to the payout, and is claimed back.
     */
    private static Decision<PayoutAggregate> deliveredLate(
            PayoutAggregate before, Attempt attempt, PayoutOutcome.Delivered delivered, Report report, Instant now) {
        if (attempt.late() != null) {
            return Decision.unchanged(before);
        }
        if (attempt.byPayer()) {
            throw PayoutStatus.TABLE.invalid(
                    "A payer was to pay this attempt. Confirm the payer's payin to record their payment.");
        }
        var recorded = new Decision<>(
                before,
                List.of(),
                List.of(PayoutTransitions.change(
                        before.status(),
                        before.status(),
                        LATE_DELIVERY,
                        report.actor(),
                        lateNote(attempt, delivered, report))),
                List.of());
        var pays = PayoutTransitions.possible(before, Trigger.DELIVERED)
                && before.waitsFor(attempt)
                && plausible(attempt, delivered);
        return recorded.then(
                pays
                        ? lateSettled(before, attempt, delivered, report, now)
                        : claimedBack(before, attempt, delivered, report, now));
    }

    private static Decision<PayoutAggregate> lateSettled(
            PayoutAggregate before, Attempt attempt, PayoutOutcome.Delivered delivered, Report report, Instant now) {
        var late = attempt.onLate(
                Attempt.Trigger.DELIVER_LATE, delivered.reference(), new Attempt.Late(delivered.amount(), now));
        return settle(
                sentBy(before.with(late, delivery(attempt, delivered), delivered.amount(), now), delivered),
                report,
                now);
    }

    private static Decision<PayoutAggregate> claimedBack(
            PayoutAggregate before, Attempt attempt, PayoutOutcome.Delivered delivered, Report report, Instant now) {
        var amount = Math.max(0, delivered.amount());
        var after = before.with(
                attempt.onLate(Attempt.Trigger.CLAIM_BACK, delivered.reference(), new Attempt.Late(amount, now)));
        var movements = List.<Movement>of();
        if (amount > 0) {
            after = after.with(new Claims.Claim(
                    before.key(), attempt.id(), before.wallet().currency(), amount, delivered.reference()));
            movements = List.of(
                    new Movement(Posting.PAYOUT_CLAIM, amount, before.payout().id()));
        }
        var claimed = new Decision<>(after, movements, List.of(), List.of());
        if (!PayoutTransitions.possible(before, Trigger.DELIVERED)
                || before.claimed().isPresent()) {
            return claimed;
        }
        var why = "attempt " + attempt.number() + " of leg " + attempt.step() + " was delivered after it was abandoned";
        after = after.with(after.payout().progress().withReviewReason(why));
        return claimed.then(loseTrack(after, why, report, now));
    }

    private static String lateNote(Attempt attempt, PayoutOutcome.Delivered delivered, Report report) {
        var told = "attempt %d of leg %d (%s) was delivered after it was abandoned: %d minor units, reference %s"
                .formatted(attempt.number(), attempt.step(), attempt.id(), delivered.amount(), delivered.reference());
        return report.note() == null ? told : told + "; " + report.note();
    }

    private static Decision<PayoutAggregate> settle(PayoutAggregate payout, Report report, Instant now) {
        return PayoutTransitions.settle(payout, report.actor(), report.note(), now);
    }

    private static Decision<PayoutAggregate> loseTrack(
            PayoutAggregate payout, String reason, Report report, Instant now) {
        return PayoutTransitions.loseTrack(payout, reason, report.actor(), report.note(), now);
    }
}
