package io.tical.server.payout;

import io.tical.server.ledger.Movement;
import io.tical.server.ledger.Posting;
import io.tical.server.payout.PayoutStatus.Trigger;
import io.tical.server.problem.Problem;
import io.tical.server.rail.Attempt;
import io.tical.server.rail.Claims;
import io.tical.server.rail.PaidTransfer;
import io.tical.server.rail.PaidTransfers;
import io.tical.server.rail.PayoutOutcome;
import io.tical.server.rail.Resending;
import io.tical.server.transaction.Decision;
import io.tical.server.transaction.EventType;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * Decides a report of a rail or of staff about an attempt.
 *
 * @param transfers the transfers named by staff that have paid something already
 */
record PayoutReports(
        PayoutAggregate before, Attempt attempt, PayoutCommand.Report report, PaidTransfers transfers, Instant now) {
    /** The trigger in the history for the delivery of an abandoned attempt. */
    static final String LATE_DELIVERY = "late_delivery";

    /** The trigger in the history for the report of staff about a leg that is not the last one. */
    static final String LEG = "report_leg";

    /** @throws Problem.NotFound {@code PAYOUT_ATTEMPT_NOT_FOUND} when the payout has no such attempt */
    static Decision<PayoutAggregate> decide(
            PayoutAggregate before, PayoutCommand.Report report, PaidTransfers transfers, Instant now) {
        return new PayoutReports(before, attempt(before, report.attemptId()), report, transfers, now).decide();
    }

    /** @throws Problem.NotFound {@code PAYOUT_ATTEMPT_NOT_FOUND} when the payout has no such attempt */
    static Attempt attempt(PayoutAggregate payout, UUID attemptId) {
        return payout.attempt(attemptId)
                .orElseThrow(() -> new Problem.NotFound(
                        "PAYOUT_ATTEMPT_NOT_FOUND",
                        "Payout " + payout.payout().id() + " has no attempt " + attemptId
                                + ". If money was sent, find the payout that it belongs to."));
    }

    /**
     * Decides what staff report about an attempt that was abandoned or has failed. A repeated report by a rail changes nothing; staff get
     * an error.
     *
     * @throws Problem.Conflict {@code PAYOUT_STATUS_TRANSITION_INVALID} when its delivery was recorded, or is not what they report;
     *     {@code TRANSFER_ALREADY_USED} when the transfer that they name paid something else
     */
    static Decision<PayoutAggregate> late(
            PayoutAggregate before, PayoutCommand.Report report, Attempt dead, PaidTransfers transfers, Instant now) {
        if (!(report.outcome() instanceof PayoutOutcome.Delivered)) {
            throw PayoutStatus.TABLE.invalid(
                    "This attempt was abandoned or has failed. Report it only if its transfer arrived.");
        }
        if (dead.late() != null) {
            throw PayoutStatus.TABLE.invalid("The late delivery of this attempt is already recorded.");
        }
        return new PayoutReports(before, dead, report, transfers, now).decide();
    }

    private Decision<PayoutAggregate> decide() {
        if (attempt.state() == Attempt.State.DEAD && report.outcome() instanceof PayoutOutcome.Delivered delivered) {
            return deliveredLate(delivered);
        }
        PayoutRules.requireUnclaimed(before);
        if (attempt.state() != Attempt.State.OPEN) {
            // The outcome was already reported or decided.
            return Decision.unchanged(before);
        }
        return switch (report.outcome()) {
            case PayoutOutcome.Delivered delivered ->
                plausible(delivered)
                        ? paid(attempt.on(Attempt.Trigger.DELIVER, delivered.reference(), now), delivered)
                                .settle(report, now)
                        : before.loseTrack("the rail reports an amount that was not sent", report, now);
            case PayoutOutcome.Failed failed -> {
                var failure = new Payout.Failure(failed.code().word(), failed.message());
                yield before.with(attempt.on(Attempt.Trigger.FAIL, null, now), StepStatus.Trigger.FAIL, 0, now)
                        .map(progress -> progress.withFailure(failure))
                        .settle(report, now);
            }
            case PayoutOutcome.NeverSent nothing ->
                resend(before.with(attempt.on(Attempt.Trigger.REFUSE, null, now), StepStatus.Trigger.RETURN, 0, now));
            case PayoutOutcome.Handed handed -> Decision.of(DispatchPlan.handed(before));
            case PayoutOutcome.Unknown unknown -> before.loseTrack(unknown.why(), report, now);
        };
    }

    private boolean plausible(PayoutOutcome.Delivered delivered) {
        return delivered.amount() >= 1 && delivered.amount() <= attempt.amount();
    }

    /** The transfer that staff name. Transfers of rails are not compared, because a rail makes one for each attempt. */
    private Optional<PaidTransfer> namedTransfer() {
        return report.references().findFirst().map(reference -> transfer(before, attempt, reference));
    }

    /** A transfer as the payment of an attempt. */
    static PaidTransfer transfer(PayoutAggregate payout, Attempt attempt, String reference) {
        return PaidTransfer.of(reference, EventType.Subject.PAYOUT, payout.key(), attempt.id());
    }

    /** @param paying the attempt that paid its leg, after its transition */
    private PayoutAggregate paid(Attempt paying, PayoutOutcome.Delivered delivered) {
        var sender = delivered.sender();
        var whole = delivered.amount() == attempt.amount();
        var after = namedTransfer()
                .map(transfer -> before.with(transfers.use(transfer)))
                .orElse(before);
        return after.with(
                        paying,
                        whole ? StepStatus.Trigger.DELIVER : StepStatus.Trigger.DELIVER_PART,
                        delivered.amount(),
                        now)
                .map(progress -> progress.withSender(new Payout.Sender(
                        sender.platform(),
                        sender.identifier(),
                        sender.holderName(),
                        delivered.reference(),
                        delivered.slipQrString())));
    }

    /** A refused attempt is retried on a bounded retry schedule. */
    private Decision<PayoutAggregate> resend(PayoutAggregate payout) {
        var attempts = payout.attemptsOf(attempt.step());
        var refusals = Resending.refusals(attempts);
        if (refusals > 0 && refusals % Resending.REFUSALS_MAX == 0) {
            var why = "the rail refused " + Resending.REFUSALS_MAX + " attempts before they were sent";
            return payout.loseTrack(why, report, now);
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
    private Decision<PayoutAggregate> deliveredLate(PayoutOutcome.Delivered delivered) {
        if (attempt.late() != null) {
            return Decision.unchanged(before);
        }
        if (attempt.byPayer()) {
            throw PayoutStatus.TABLE.invalid(
                    "A payer pays this attempt, not a rail. Confirm the payer's payin to record their payment.");
        }
        namedTransfer().ifPresent(transfers::requireUnused);
        var reference = Objects.requireNonNullElse(delivered.reference(), "unknown");
        var description = "attempt %d of leg %d (%s) was delivered after it was abandoned: %d minor units, reference %s"
                .formatted(attempt.number(), attempt.step(), attempt.id(), delivered.amount(), reference);
        var note = report.note() == null ? description : description + "; " + report.note();
        var change = before.change(before.status(), LATE_DELIVERY, report, note);
        var pays = before.allows(Trigger.DELIVERED) && before.canStillBePaidBy(attempt) && plausible(delivered);
        return new Decision<>(before, List.of(), List.of(change), List.of())
                .then(pays ? lateSettled(delivered) : claimedBack(delivered, reference));
    }

    private Decision<PayoutAggregate> lateSettled(PayoutOutcome.Delivered delivered) {
        var late = new Attempt.Late(delivered.amount(), now);
        return paid(attempt.onLate(Attempt.Trigger.DELIVER_LATE, delivered.reference(), late), delivered)
                .settle(report, now);
    }

    private Decision<PayoutAggregate> claimedBack(PayoutOutcome.Delivered delivered, String reference) {
        var amount = Math.max(0, delivered.amount());
        var late = new Attempt.Late(amount, now);
        var after = before.with(attempt.onLate(Attempt.Trigger.CLAIM_BACK, reference, late));
        var movements = List.<Movement>of();
        if (amount > 0) {
            after = after.with(new Claims.Claim(
                    EventType.Subject.PAYOUT,
                    before.key(),
                    attempt.id(),
                    before.wallet().currency(),
                    amount,
                    reference));
            movements = List.of(
                    new Movement(Posting.PAYOUT_CLAIM, amount, before.payout().id()));
        }
        var claimed = new Decision<>(after, movements, List.of(), List.of());
        if (!before.allows(Trigger.DELIVERED) || before.claimed().isPresent()) {
            return claimed;
        }
        var why = "attempt " + attempt.number() + " of leg " + attempt.step() + " was delivered after it was abandoned";
        return claimed.then(
                after.map(progress -> progress.withReviewReason(why)).loseTrack(why, report, now));
    }
}
