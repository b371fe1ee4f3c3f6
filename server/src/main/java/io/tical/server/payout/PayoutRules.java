package io.tical.server.payout;

import io.tical.common.Ids;
import io.tical.server.currency.Amounts;
import io.tical.server.ledger.GroupWallets;
import io.tical.server.payout.PayoutAction.Fire;
import io.tical.server.payout.PayoutStatus.Trigger;
import io.tical.server.rail.Attempt;
import io.tical.server.rail.AttemptReport;
import io.tical.server.rail.BankTransfer;
import io.tical.server.rail.FiledLegs;
import io.tical.server.rail.LateReturn;
import io.tical.server.rail.PaidTransfer;
import io.tical.server.rail.PaidTransfers;
import io.tical.server.rail.PayoutOutcome;
import io.tical.server.rail.Rails;
import io.tical.server.rail.ReturnedPayments;
import io.tical.server.rail.TransferSlip;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.By;
import io.tical.server.transaction.Command;
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
        implements CommandOperation.Rules<PayoutAction, PayoutAggregate> {
    /** Rules that say what is possible, whatever is decided on other objects. */
    static PayoutRules trial(Rails rails) {
        return new PayoutRules(rails, (_, _) -> null, new PaidTransfers(List.of()), (_, _) -> {});
    }

    /** The reference of an attempt whose delivery staff confirm without naming a transfer. */
    private static final String STAFF = "staff";

    /** These take a payout back, or send it once more. */
    private static final Set<Trigger> UNDOING =
            EnumSet.of(Trigger.CANCEL, Trigger.EXPIRE, Trigger.REJECT, Trigger.RETRY, Trigger.COMPLETE_REFUND);

    /** The trigger in the history for the report of staff about a leg that is not the last one. */
    private static final String REPORT_LEG = "report_leg";

    @Override
    public Decision<PayoutAggregate> decide(PayoutAggregate before, Command<PayoutAction> command, Instant now) {
        var by = command.by();
        return switch (command.action()) {
            case Fire(var trigger) -> fire(before, trigger, by, now);
            case PayoutAction.Report(var attemptId, var outcome) ->
                report(before, AttemptReport.attempt(before, attemptId), outcome, by, now);
            case PayoutAction.ReportLeg report -> reportLeg(before, report, by, now);
            case PayoutAction.ReportFurther report -> reportFurther(before, report, by, now);
            case PayoutAction.DecideLegs decide -> decideLegs(before, decide, by, now);
            case PayoutAction.ConfirmLate(var slip) -> confirmLate(before, slip, by, now);
            case PayoutAction.CompleteRefund(var reference) -> completeRefund(before, reference, by, now);
            case PayoutAction.ComeBack back -> comeBack(before, back, by, now);
        };
    }

    /**
     * Adjusts the day's usage to what the payout counts. A retry by staff and a late confirmation count again and are
     * never refused.
     */
    @Override
    public void finish(
            PayoutAggregate before, PayoutAggregate after, Command<PayoutAction> command, GroupWallets wallets) {
        transfers.add(after.execution().newPaidTransfers());
        var change = after.payout().counted() - before.payout().counted();
        var day = before.payout().terms().dailyDate();
        if (change > 0) {
            wallets.countDaily(before.wallet(), day, change);
        } else if (change < 0) {
            wallets.releaseDaily(before.wallet(), day, -change);
        }
    }

    private Decision<PayoutAggregate> fire(PayoutAggregate before, Trigger trigger, By by, Instant now) {
        // Background work may repeat these triggers. A decision of a person that is not possible is refused.
        var repeated = by.actor().kind() == Actor.Kind.SYSTEM && trigger.repeatable() && !before.allows(trigger);
        // Cancelling a final payout changes nothing.
        if (repeated || (trigger == Trigger.CANCEL && before.status().isFinalized())) {
            return Decision.unchanged(before);
        }
        before.require(trigger);
        if (UNDOING.contains(trigger)) {
            requireFree.accept(before, by.actor());
        }
        return switch (trigger) {
            case CANCEL -> {
                requireUnmatched(before);
                // A payout with an attempt that is not dead may be delivered.
                refuse(
                        before.sent(),
                        "This payout was already sent to the bank and cannot be cancelled. Wait for its outcome; what"
                                + " is not delivered returns to the balance.");
                yield before.mapUndecided(LegStatus.Trigger.CANCEL, now).transition(trigger, by, 0, now);
            }
            case ACTIVATE -> {
                var delay = rails.dispatchDelay(before.key().livemode());
                yield startProcessing(before, trigger, by, now.plus(delay), now);
            }
            case APPROVE -> startProcessing(before, trigger, by, now, now);
            case TEST_CONFIRM -> {
                requireUnmatched(before);
                yield confirmed(before, trigger, trigger.word(), by, now);
            }
            case REJECT -> {
                refuse(
                        before.delivered() > 0,
                        "Part of this payout arrived. Record the other legs as success or failed instead.");
                yield before.abandonOpenAttempts(now)
                        .mapUndecided(LegStatus.Trigger.FAIL, now)
                        .transition(trigger, by, 0, now);
            }
            case RETRY -> {
                refuse(
                        before.hasUnpaidLateDelivery(),
                        "An attempt of a leg that did not arrive was delivered after it had ended. Sending the leg again"
                                + " would pay it twice. Decide on the claim under Unallocated funds instead.");
                yield before.abandonOpenAttempts(now)
                        .mapLegs(leg -> leg.delivered() > 0 ? leg : leg.on(LegStatus.Trigger.RETRY, 0, now))
                        .transition(trigger, by, 0, now);
            }
            case EXPIRE ->
                before.sent()
                        ? Decision.of(before.withDueAt(null)) // staff decide, because it may have been paid
                        : before.mapUndecided(LegStatus.Trigger.CANCEL, now).transition(trigger, by, 0, now);
            case COMPLETE_REFUND, LOSE_TRACK, REVERT -> before.transition(trigger, by, 0, now);
            case DELIVERED, PARTLY_DELIVERED, NOT_DELIVERED ->
                throw new IllegalArgumentException(trigger + " follows from the legs");
            case LATE_CONFIRM -> throw new IllegalArgumentException(trigger + " has its own action");
        };
    }

    private static void refuse(boolean refused, String message) {
        if (refused) {
            throw PayoutStatus.TABLE.invalid(message);
        }
    }

    /** Other decisions are refused while the payout is matched with a payer. */
    static void requireUnmatched(PayoutAggregate payout) {
        refuse(
                payout.openMatch().isPresent(),
                "A payer was matched with this payout and is expected to pay it. Wait until the payment is confirmed, or"
                        + " until the match is released and the payout is sent.");
    }

    /** While an automatic rail still works on an attempt, only the rail knows its outcome. */
    private static void requireWithStaff(PayoutAggregate payout, Attempt attempt) {
        refuse(
                !payout.staffMayReport(attempt),
                (attempt.rail().equals(FiledLegs.RAIL)
                                ? "A payment file has leg "
                                : "The rail " + attempt.rail() + " is sending leg ")
                        + attempt.leg() + ". Wait for its outcome, or until the payout is in review.");
    }

    /**
     * The legs of an expired payout cannot be reported one by one, so the named transfer pays all of them. It is recorded with the first
     * leg.
     */
    private Decision<PayoutAggregate> confirmLate(PayoutAggregate before, TransferSlip slip, By by, Instant now) {
        before.require(Trigger.LATE_CONFIRM);
        requireUnmatched(before);
        var reference = slip.reference();
        var decision = confirmed(
                withSlip(before, slip), Trigger.LATE_CONFIRM, Objects.requireNonNullElse(reference, STAFF), by, now);
        if (reference == null) {
            return decision;
        }
        var after = decision.after();
        var first = after.living(after.legs().getFirst().number()).orElseThrow();
        return decision.then(Decision.of(paidBy(after, first, reference)));
    }

    private Decision<PayoutAggregate> completeRefund(
            PayoutAggregate before, @Nullable String reference, By by, Instant now) {
        before.require(Trigger.COMPLETE_REFUND);
        requireFree.accept(before, by.actor());
        var decision = before.transition(Trigger.COMPLETE_REFUND, by, 0, now);
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

    /** Reverts a delivered payout and completes its refund at once: the entry shows that the money is there. */
    private Decision<PayoutAggregate> comeBack(PayoutAggregate before, PayoutAction.ComeBack back, By by, Instant now) {
        // Staff may have reverted it before its entry came.
        var reverting = before.status() != PayoutStatus.REJECTED || before.delivered() == 0;
        before.require(reverting ? Trigger.REVERT : Trigger.COMPLETE_REFUND);
        LateReturn.requireWhole(before.payableCurrency(), before.delivered(), back.amount());
        var reverted = reverting ? before.transition(Trigger.REVERT, by, 0, now) : Decision.unchanged(before);
        var refunded = reverted.then(completeRefund(reverted.after(), back.reference(), by, now));
        var after = refunded.after();
        var returned = new ReturnedPayments.Returned(back.entry(), after.subject(), after.key(), by);
        return refunded.then(Decision.of(after.with(after.execution().with(returned))));
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
            PayoutAggregate before, Trigger trigger, String reference, By by, Instant now) {
        var amount = before.payout().terms().amount();
        return delivered(before, reference, now).transition(trigger, by, amount, now);
    }

    /** Marks all legs as delivered. */
    private PayoutAggregate delivered(PayoutAggregate before, String reference, Instant now) {
        var rail = rails.lastResort(before.key().livemode()).name();
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
            PayoutAggregate before, Attempt attempt, PayoutOutcome outcome, By by, Instant now) {
        return new AttemptReport<>(before, attempt, outcome, by, transfers, now).decide();
    }

    private Decision<PayoutAggregate> reportLeg(
            PayoutAggregate before, PayoutAction.ReportLeg report, By by, Instant now) {
        var named = report.attemptId();
        if (named != null) {
            var attempt = AttemptReport.attempt(before, named);
            if (attempt.leg() == report.leg() && attempt.state() == Attempt.State.DEAD) {
                AttemptReport.requireLate(PayoutStatus.TABLE, attempt, report.outcome());
                return report(before, attempt, report.outcome(), by, now);
            }
        }
        before.require(Trigger.DELIVERED);
        requireUnmatched(before);
        var attempt = before.open(report.leg())
                .filter(open -> named == null || named.equals(open.id()))
                .orElseThrow(() -> PayoutStatus.TABLE.invalid("Leg " + report.leg()
                        + " is not being sent with this attempt. Load the payout again to see its legs. If a"
                        + " transfer of an earlier attempt arrived, name that attempt."));
        requireWithStaff(before, attempt);
        if (report.outcome() instanceof PayoutOutcome.Delivered delivered) {
            // What is not delivered returns to the wallet.
            Amounts.requireDivisible(before.payout().terms().currency(), before.unitStep(), delivered.amount());
        }
        var decision = report(before, attempt, report.outcome(), by, now);
        if (!decision.changes().isEmpty()) {
            return decision;
        }
        // The report of a leg that is not the last one changes no status, but belongs in the history.
        var reported = before.change(before.status(), REPORT_LEG, by);
        return decision.then(new Decision<>(decision.after(), List.of(), List.of(reported), List.of()));
    }

    private Decision<PayoutAggregate> reportFurther(
            PayoutAggregate before, PayoutAction.ReportFurther report, By by, Instant now) {
        var recorded = AttemptReport.attempt(before, report.attemptId());
        if (recorded.leg() != report.leg()) {
            throw PayoutStatus.TABLE.invalid(
                    "Leg " + report.leg() + " does not have this attempt. Load the payout again to see its legs.");
        }
        var further = AttemptReport.further(PayoutStatus.TABLE, before, recorded, report.transfer(), now);
        return report(before, further, report.transfer(), by, now);
    }

    /** Staff decide all legs with an unknown outcome at once: that none arrived, or that the only one did. */
    private Decision<PayoutAggregate> decideLegs(
            PayoutAggregate before, PayoutAction.DecideLegs decide, By by, Instant now) {
        before.require(Trigger.DELIVERED);
        requireUnmatched(before);
        refuse(
                decide.delivered() && before.undecided().count() != 1,
                "A transfer pays one leg. Report each leg of this payout with the reference of its own transfer.");
        var slip = decide.slip();
        var after = before;
        for (var leg : before.undecided().toList()) {
            var attempt = before.living(leg.number())
                    .orElseThrow(() -> PayoutStatus.TABLE.invalid(
                            "Leg " + leg.number() + " was never sent. Retry this payout instead."));
            requireWithStaff(before, attempt);
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
        return withSlip(after, slip).complete(by, now);
    }

    /**
     * Makes a payout sendable, and offers it to payers before its first dispatch.
     *
     * @param sendAt when it is sent if no payer pays it
     */
    private Decision<PayoutAggregate> startProcessing(
            PayoutAggregate before, Trigger trigger, By by, Instant sendAt, Instant now) {
        var decision = before.transition(trigger, by, 0, now);
        var payout = decision.after().withDueAt(sendAt);
        var until = offerEnd.apply(payout.payout(), now);
        return decision.then(Decision.of(until == null ? payout : payout.offered(until)));
    }
}
