package io.tical.server.payout;

import io.tical.common.Ids;
import io.tical.server.currency.Amounts;
import io.tical.server.ledger.GroupWallets;
import io.tical.server.payout.PayoutCommand.Fire;
import io.tical.server.payout.PayoutStatus.Trigger;
import io.tical.server.rail.Attempt;
import io.tical.server.rail.AttemptReport;
import io.tical.server.rail.BankTransfer;
import io.tical.server.rail.PaidTransfer;
import io.tical.server.rail.PaidTransfers;
import io.tical.server.rail.PayoutOutcome;
import io.tical.server.rail.Rails;
import io.tical.server.rail.TransferSlip;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.CommandOperation;
import io.tical.server.transaction.Decision;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Decides commands on existing payouts, without input, output or effects outside the group. New attempts get new ids.
 *
 * @param rails used for names and dispatch delays only
 * @param offerEnd computes the end of the offer of a sendable payout; null for no offer
 * @param transfers the recorded transfers that have paid something already
 * @param requireFree refuses to take back a payout, or to send it once more, for somebody
 */
record PayoutRules(
        Rails rails,
        BiFunction<Payout, Instant, @Nullable Instant> offerEnd,
        PaidTransfers transfers,
        BiConsumer<PayoutAggregate, Actor> requireFree)
        implements CommandOperation.Rules<PayoutCommand, PayoutAggregate> {
    /** The reference of an attempt whose delivery staff confirm without naming a transfer. */
    private static final String STAFF = "staff";

    /** These take a payout back, or send it once more. */
    private static final Set<Trigger> UNDOING =
            EnumSet.of(Trigger.CANCEL, Trigger.EXPIRE, Trigger.REJECT, Trigger.RETRY, Trigger.COMPLETE_REFUND);

    /** The trigger in the history for the report of staff about a leg that is not the last one. */
    private static final String REPORT_LEG = "report_leg";

    @Override
    public Decision<PayoutAggregate> decide(PayoutAggregate before, PayoutCommand command, Instant now) {
        return switch (command) {
            case Fire fire -> fire(before, fire, now);
            case PayoutCommand.Report report ->
                report(before, AttemptReport.attempt(before, report.attemptId()), report.outcome(), report, now);
            case PayoutCommand.ReportLeg report -> reportLeg(before, report, now);
            case PayoutCommand.ReportFurther report -> reportFurther(before, report, now);
            case PayoutCommand.DecideLegs decide -> decideLegs(before, decide, now);
            case PayoutCommand.ConfirmLate confirm -> confirmLate(before, confirm, now);
            case PayoutCommand.CompleteRefund refund -> completeRefund(before, refund, now);
        };
    }

    /**
     * Adjusts the day's usage to what the payout counts. A retry by staff and a late confirmation count again and are
     * never refused.
     */
    @Override
    public void finish(PayoutAggregate before, PayoutAggregate after, GroupWallets wallets) {
        transfers.add(after.execution().newPaidTransfers());
        var change = after.payout().counted() - before.payout().counted();
        var day = before.payout().terms().dailyDate();
        if (change > 0) {
            wallets.countDaily(before.wallet(), day, change);
        } else if (change < 0) {
            wallets.releaseDaily(before.wallet(), day, -change);
        }
    }

    private Decision<PayoutAggregate> fire(PayoutAggregate before, Fire fire, Instant now) {
        var trigger = fire.trigger();
        // Background work may repeat these triggers. A decision of a person that is not possible is refused.
        var repeated = fire.actor().kind() == Actor.Kind.SYSTEM && trigger.repeatable() && !before.allows(trigger);
        // Cancelling a final payout changes nothing.
        if (repeated || (trigger == Trigger.CANCEL && before.status().isFinalized())) {
            return Decision.unchanged(before);
        }
        before.require(trigger);
        if (UNDOING.contains(trigger)) {
            requireFree.accept(before, fire.actor());
        }
        return switch (trigger) {
            case CANCEL -> cancel(before, fire, now);
            case ACTIVATE -> {
                var delay = rails.payout(before.key().livemode()).dispatchDelay();
                yield startProcessing(before, fire, now.plus(delay), now);
            }
            case APPROVE -> startProcessing(before, fire, now, now);
            case TEST_CONFIRM -> confirmed(before, trigger, trigger.word(), fire, now);
            case REJECT -> {
                if (before.delivered() > 0) {
                    throw PayoutStatus.TABLE.invalid(
                            "Part of this payout arrived. Record the other legs as success or failed instead.");
                }
                yield before.abandonOpenAttempts(now)
                        .mapUndecided(LegStatus.Trigger.FAIL, now)
                        .transition(trigger, fire, 0, now);
            }
            case RETRY -> {
                if (before.hasUnpaidLateDelivery()) {
                    throw PayoutStatus.TABLE.invalid(
                            "An attempt of a leg that did not arrive was delivered after it had ended. Sending the leg"
                                    + " again would pay it twice. Decide on the claim under Unallocated funds instead.");
                }
                var after = before.abandonOpenAttempts(now)
                        .mapLegs(leg -> leg.delivered() > 0 ? leg : leg.on(LegStatus.Trigger.RETRY, 0, now));
                yield after.transition(trigger, fire, 0, now);
            }
            case EXPIRE ->
                before.sent()
                        ? Decision.of(before.withDueAt(null)) // staff decide, because it may have been paid
                        : before.mapUndecided(LegStatus.Trigger.CANCEL, now).transition(trigger, fire, 0, now);
            case COMPLETE_REFUND, LOSE_TRACK, REVERT -> before.transition(fire.trigger(), fire, 0, now);
            case DELIVERED, PARTLY_DELIVERED, NOT_DELIVERED ->
                throw new IllegalArgumentException(trigger + " follows from the legs");
            case LATE_CONFIRM -> throw new IllegalArgumentException(trigger + " has its own command");
        };
    }

    /** A payout with an attempt that is not dead cannot be cancelled: it may be delivered. */
    private static Decision<PayoutAggregate> cancel(PayoutAggregate before, Fire fire, Instant now) {
        requireUnmatched(before);
        if (before.sent()) {
            throw PayoutStatus.TABLE.invalid(
                    "This payout was already sent to the bank and cannot be cancelled. Wait for its outcome; what is not"
                            + " delivered returns to the balance.");
        }
        return before.mapUndecided(LegStatus.Trigger.CANCEL, now).transition(fire.trigger(), fire, 0, now);
    }

    /**
     * The legs of an expired payout cannot be reported one by one, so the named transfer pays all of them. It is recorded with the first
     * leg.
     */
    private Decision<PayoutAggregate> confirmLate(
            PayoutAggregate before, PayoutCommand.ConfirmLate confirm, Instant now) {
        before.require(Trigger.LATE_CONFIRM);
        var slip = confirm.slip();
        var reference = slip.reference();
        var decision = confirmed(
                withSlip(before, slip),
                Trigger.LATE_CONFIRM,
                Objects.requireNonNullElse(reference, STAFF),
                confirm,
                now);
        if (reference == null) {
            return decision;
        }
        var after = decision.after();
        var first = after.living(after.legs().getFirst().number()).orElseThrow();
        return decision.then(Decision.of(paidBy(after, first, reference)));
    }

    private Decision<PayoutAggregate> completeRefund(
            PayoutAggregate before, PayoutCommand.CompleteRefund refund, Instant now) {
        before.require(Trigger.COMPLETE_REFUND);
        requireFree.accept(before, refund.actor());
        var decision = before.transition(Trigger.COMPLETE_REFUND, refund, 0, now);
        var reference = refund.reference();
        if (reference == null) {
            return decision;
        }
        var after = decision.after();
        var gross = after.payout().terms().gross();
        var transfer = PaidTransfer.back(reference, PaidTransfer.Use.PAYOUT_REFUND, after.key(), gross);
        transfers.requireUnused(transfer);
        var refunded = after.with(after.execution().with(transfer))
                .map(progress -> progress.refundedBy(BankTransfer.withoutSpaces(reference)));
        return decision.then(Decision.of(refunded));
    }

    /** The payout with the transfer that staff name as the payment of an attempt. It must not have paid another attempt. */
    private PayoutAggregate paidBy(PayoutAggregate payout, Attempt attempt, String reference) {
        var transfer = PaidTransfer.of(reference, payout.subject(), payout.key(), attempt.id());
        transfers.requireUnused(transfer);
        // The same decision may have named it for another leg.
        new PaidTransfers(payout.execution().newPaidTransfers()).requireUnused(transfer);
        return payout.with(payout.execution().with(transfer));
    }

    private static PayoutAggregate withSlip(PayoutAggregate payout, TransferSlip slip) {
        return slip.equals(TransferSlip.NONE)
                ? payout
                : payout.map(progress -> progress.withLastTransfer(
                        new Payout.LastTransfer(null, null, null, slip.reference(), slip.qrString())));
    }

    /** Ends the payout as paid in full, whatever a rail reported. */
    private Decision<PayoutAggregate> confirmed(
            PayoutAggregate before, Trigger trigger, String reference, PayoutCommand command, Instant now) {
        requireUnmatched(before);
        var amount = before.payout().terms().amount();
        return delivered(before, reference, now).transition(trigger, command, amount, now);
    }

    /** Marks all legs as delivered. */
    private PayoutAggregate delivered(PayoutAggregate before, String reference, Instant now) {
        var rail = rails.payout(before.key().livemode()).name();
        var after = before;
        for (var leg : before.legs()) {
            var attempt = before.living(leg.number()).orElseGet(() -> before.next(Ids.next(), leg, rail, now));
            if (attempt.state() == Attempt.State.OPEN) {
                after = after.with(attempt.on(Attempt.Trigger.DELIVER, reference, now));
            }
        }
        return after.mapLegs(
                leg -> leg.status() == LegStatus.SUCCESS ? leg : leg.on(LegStatus.Trigger.CONFIRM, leg.amount(), now));
    }

    private Decision<PayoutAggregate> report(
            PayoutAggregate before, Attempt attempt, PayoutOutcome outcome, PayoutCommand report, Instant now) {
        return new AttemptReport<>(before, attempt, outcome, report, transfers, now).decide();
    }

    private Decision<PayoutAggregate> reportLeg(PayoutAggregate before, PayoutCommand.ReportLeg report, Instant now) {
        var named = report.attemptId();
        if (named != null) {
            var attempt = AttemptReport.attempt(before, named);
            if (attempt.leg() == report.leg() && attempt.state() == Attempt.State.DEAD) {
                AttemptReport.requireLate(PayoutStatus.TABLE, attempt, report.outcome());
                return report(before, attempt, report.outcome(), report, now);
            }
        }
        before.require(Trigger.DELIVERED);
        requireUnmatched(before);
        var attempt = before.open(report.leg())
                .filter(open -> named == null || named.equals(open.id()))
                .orElseThrow(() -> PayoutStatus.TABLE.invalid("Leg " + report.leg()
                        + " is not being sent with this attempt. Load the payout again to see its legs. If a transfer of"
                        + " an earlier attempt arrived, name that attempt."));
        requireStaffMayReport(before, attempt);
        if (report.outcome() instanceof PayoutOutcome.Delivered delivered) {
            // What is not delivered returns to the wallet.
            Amounts.requireDivisible(before.payout().terms().currency(), before.unitStep(), delivered.amount());
        }
        var decision = report(before, attempt, report.outcome(), report, now);
        if (!decision.changes().isEmpty()) {
            return decision;
        }
        // The report of a leg that is not the last one changes no status, but belongs in the history.
        var reported = before.change(before.status(), REPORT_LEG, report, report.note());
        return decision.then(new Decision<>(decision.after(), List.of(), List.of(reported), List.of()));
    }

    private Decision<PayoutAggregate> reportFurther(
            PayoutAggregate before, PayoutCommand.ReportFurther report, Instant now) {
        var recorded = AttemptReport.attempt(before, report.attemptId());
        if (recorded.leg() != report.leg()) {
            throw PayoutStatus.TABLE.invalid(
                    "Leg " + report.leg() + " does not have this attempt. Load the payout again to see its legs.");
        }
        var further = AttemptReport.further(PayoutStatus.TABLE, before, recorded, report.transfer(), now);
        return report(before, further, report.transfer(), report, now);
    }

    /** While an automatic rail still works on an attempt, only the rail knows its outcome. */
    private static void requireStaffMayReport(PayoutAggregate payout, Attempt attempt) {
        if (!payout.staffMayReport(attempt)) {
            throw PayoutStatus.TABLE.invalid("The rail " + attempt.rail() + " is sending leg " + attempt.leg()
                    + ". Wait for its outcome, or until the payout is in review.");
        }
    }

    /** Staff decide all legs with an unknown outcome at once: that none arrived, or that the only one did. */
    private Decision<PayoutAggregate> decideLegs(PayoutAggregate before, PayoutCommand.DecideLegs decide, Instant now) {
        before.require(Trigger.DELIVERED);
        requireUnmatched(before);
        if (decide.delivered() && before.undecided().count() != 1) {
            throw PayoutStatus.TABLE.invalid(
                    "A transfer pays one leg. Report each leg of this payout with the reference of its own transfer.");
        }
        var slip = decide.slip();
        var after = before;
        for (var leg : before.undecided().toList()) {
            var attempt = before.living(leg.number())
                    .orElseThrow(() -> PayoutStatus.TABLE.invalid(
                            "Leg " + leg.number() + " was never sent. Retry this payout instead."));
            requireStaffMayReport(before, attempt);
            if (slip.reference() != null) {
                after = paidBy(after, attempt, slip.reference());
            }
            after = decide.delivered()
                    ? after.with(
                            attempt.on(
                                    Attempt.Trigger.DELIVER, Objects.requireNonNullElse(slip.reference(), STAFF), now),
                            LegStatus.Trigger.DELIVER,
                            attempt.amount(),
                            now)
                    : after.with(attempt.on(Attempt.Trigger.FAIL, null, now), LegStatus.Trigger.FAIL, 0, now);
        }
        return withSlip(after, slip).complete(decide, now);
    }

    /**
     * Makes a payout sendable, and offers it to payers before its first dispatch.
     *
     * @param sendAt when it is sent if no payer pays it
     */
    private Decision<PayoutAggregate> startProcessing(PayoutAggregate before, Fire fire, Instant sendAt, Instant now) {
        var decision = before.transition(fire.trigger(), fire, 0, now);
        var payout = decision.after().withDueAt(sendAt);
        var until = offerEnd.apply(payout.payout(), now);
        return decision.then(Decision.of(until == null ? payout : payout.offered(until)));
    }

    /** Refuses other decisions while the payout is matched with a payer. */
    static void requireUnmatched(PayoutAggregate payout) {
        if (payout.openMatch().isPresent()) {
            throw PayoutStatus.TABLE.invalid(
                    "A payer was matched with this payout and is expected to pay it. Wait until the payment is confirmed,"
                            + " or until the match is released and the payout is sent.");
        }
    }
}
