package io.tical.server.settlement;

import io.tical.server.ledger.GroupWallets;
import io.tical.server.ledger.Movement;
import io.tical.server.ledger.PostingType;
import io.tical.server.rail.Attempt;
import io.tical.server.rail.AttemptReport;
import io.tical.server.rail.FiledLegs;
import io.tical.server.rail.LateReturn;
import io.tical.server.rail.PaidTransfers;
import io.tical.server.rail.PayoutOutcome;
import io.tical.server.rail.ReturnedPayments;
import io.tical.server.settlement.SettlementStatus.Trigger;
import io.tical.server.transaction.By;
import io.tical.server.transaction.Command;
import io.tical.server.transaction.CommandOperation;
import io.tical.server.transaction.Decision;
import java.time.Instant;
import java.util.ArrayList;
import java.util.UUID;

/**
 * Decides commands on existing settlements.
 *
 * @param transfers the transfers that have paid something already
 */
record SettlementRules(PaidTransfers transfers)
        implements CommandOperation.Rules<SettlementAction, SettlementAggregate> {
    @Override
    public Decision<SettlementAggregate> decide(
            SettlementAggregate before, Command<SettlementAction> command, Instant now) {
        var by = command.by();
        return switch (command.action()) {
            case SettlementAction.Report(var attemptId, var outcome) ->
                report(before, AttemptReport.attempt(before, attemptId), outcome, by, now);
            case SettlementAction.StaffReport reported -> staffReport(before, reported, by, now);
            case SettlementAction.ReportFurther reported -> reportFurther(before, reported, by, now);
            case SettlementAction.Retry _ -> retry(before, by, now);
            case SettlementAction.ComeBack(var entry, var amount) -> comeBack(before, entry, amount, by, now);
        };
    }

    /** Posts the movements of a conversion in the currency of the destination. */
    @Override
    public void finish(
            SettlementAggregate before,
            SettlementAggregate after,
            Command<SettlementAction> command,
            GroupWallets wallets) {
        transfers.add(after.execution().newPaidTransfers());
        var conversion = after.conversion();
        if (conversion == null) {
            return;
        }
        var movements = new ArrayList<Movement>();
        if (before.status() != SettlementStatus.COMPLETED && after.status() == SettlementStatus.COMPLETED) {
            movements.add(new Movement(PostingType.CONVERSION_DELIVER, conversion.amount(), conversion.id()));
        }
        for (var claim : after.execution()
                .newClaims()
                .subList(
                        before.execution().newClaims().size(),
                        after.execution().newClaims().size())) {
            movements.add(new Movement(PostingType.CONVERSION_CLAIM, claim.amount(), conversion.id()));
        }
        wallets.post(conversion.wallet(), movements);
    }

    private Decision<SettlementAggregate> staffReport(
            SettlementAggregate before, SettlementAction.StaffReport reported, By by, Instant now) {
        var named = reported.attemptId();
        if (named != null) {
            var attempt = AttemptReport.attempt(before, named);
            if (attempt.state() == Attempt.State.DEAD) {
                AttemptReport.requireLate(SettlementStatus.TABLE, attempt, reported.outcome());
                return report(before, attempt, reported.outcome(), by, now);
            }
        }
        before.require(Trigger.DELIVERED);
        var open = before.open(SettlementAggregate.LEG);
        refuse(
                open.isEmpty() && !(before.inReview() && reported.outcome() instanceof PayoutOutcome.Failed),
                "This settlement is not being sent. Wait until it is, retry it if staff must decide on it, or"
                        + " decide that it failed.");
        open.ifPresent(attempt -> {
            refuse(
                    named != null && !named.equals(attempt.id()),
                    "The outcome of this attempt is known. Load the settlement again to see its attempts.");
            refuse(
                    !before.staffMayReport(attempt),
                    (attempt.rail().equals(FiledLegs.RAIL)
                                    ? "A payment file has this settlement"
                                    : "The rail " + attempt.rail() + " is sending this settlement")
                            + ". Wait for its outcome, or until staff must decide on it.");
        });
        // Without an open attempt no transfer can arrive, so staff can only report a failure.
        return open.isEmpty() && reported.outcome() instanceof PayoutOutcome.Failed failed
                ? before.failed(failed, by, now)
                : report(before, open.orElseThrow(), reported.outcome(), by, now);
    }

    private static void refuse(boolean refused, String message) {
        if (refused) {
            throw SettlementStatus.TABLE.invalid(message);
        }
    }

    private Decision<SettlementAggregate> reportFurther(
            SettlementAggregate before, SettlementAction.ReportFurther reported, By by, Instant now) {
        var recorded = AttemptReport.attempt(before, reported.attemptId());
        var further = AttemptReport.further(SettlementStatus.TABLE, before, recorded, reported.transfer(), now);
        return report(before, further, reported.transfer(), by, now);
    }

    private Decision<SettlementAggregate> report(
            SettlementAggregate before, Attempt attempt, PayoutOutcome outcome, By by, Instant now) {
        return new AttemptReport<>(before, attempt, outcome, by, transfers, now).decide();
    }

    private static Decision<SettlementAggregate> comeBack(
            SettlementAggregate before, UUID entry, long amount, By by, Instant now) {
        before.require(Trigger.COME_BACK);
        refuse(
                before.conversion() != null,
                "This settlement was converted, so what came back is in another currency. Agree with the merchant on it, and"
                        + " say what the entry is.");
        LateReturn.requireWhole(before.payableCurrency(), before.payableAmount(), amount);
        var returned = before.map(progress -> progress.withFailure(Settlement.Failure.RETURNED))
                .transition(Trigger.COME_BACK, by, now);
        var after = returned.after();
        var taken = new ReturnedPayments.Returned(entry, after.subject(), after.key(), by);
        return returned.then(Decision.of(after.with(after.execution().with(taken))));
    }

    private static Decision<SettlementAggregate> retry(SettlementAggregate before, By by, Instant now) {
        before.require(Trigger.RETRY);
        refuse(
                !before.inReview(),
                "This settlement is being sent. Wait for its outcome, or until staff must decide on it.");
        refuse(
                before.hasUnpaidLateDelivery(),
                "An attempt of this settlement was delivered after it had ended. Sending it again would pay it"
                        + " twice. Decide that it failed, and decide on the claim under Unallocated funds.");
        var after = before;
        var open = before.open(SettlementAggregate.LEG);
        if (open.isPresent()) {
            after = after.with(open.get().on(Attempt.Trigger.ABANDON, null, now));
        }
        return after.transition(Trigger.RETRY, by, now);
    }
}
