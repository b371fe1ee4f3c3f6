package io.tical.server.settlement;

import io.tical.server.ledger.GroupWallets;
import io.tical.server.ledger.Movement;
import io.tical.server.ledger.PostingType;
import io.tical.server.rail.Attempt;
import io.tical.server.rail.AttemptReport;
import io.tical.server.rail.PaidTransfers;
import io.tical.server.rail.PayoutOutcome;
import io.tical.server.settlement.SettlementStatus.Trigger;
import io.tical.server.transaction.CommandOperation;
import io.tical.server.transaction.Decision;
import java.time.Instant;
import java.util.ArrayList;

/**
 * Decides commands on existing settlements.
 *
 * @param transfers the transfers that have paid something already
 */
record SettlementRules(PaidTransfers transfers)
        implements CommandOperation.Rules<SettlementCommand, SettlementAggregate> {
    @Override
    public Decision<SettlementAggregate> decide(SettlementAggregate before, SettlementCommand command, Instant now) {
        return switch (command) {
            case SettlementCommand.Report report ->
                report(before, AttemptReport.attempt(before, report.attemptId()), report.outcome(), report, now);
            case SettlementCommand.StaffReport reported -> staffReport(before, reported, now);
            case SettlementCommand.ReportFurther reported -> reportFurther(before, reported, now);
            case SettlementCommand.Retry retry -> retry(before, retry, now);
        };
    }

    /** Posts the movements of a conversion in the currency of the destination. */
    @Override
    public void finish(SettlementAggregate before, SettlementAggregate after, GroupWallets wallets) {
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
            SettlementAggregate before, SettlementCommand.StaffReport reported, Instant now) {
        var named = reported.attemptId();
        if (named != null) {
            var attempt = AttemptReport.attempt(before, named);
            if (attempt.state() == Attempt.State.DEAD) {
                AttemptReport.requireLate(SettlementStatus.TABLE, attempt, reported.outcome());
                return report(before, attempt, reported.outcome(), reported, now);
            }
        }
        before.require(Trigger.DELIVERED);
        var open = before.open(SettlementAggregate.LEG);
        if (open.isEmpty()) {
            return neverSent(before, reported, now);
        }
        var attempt = open.get();
        if (named != null && !named.equals(attempt.id())) {
            throw SettlementStatus.TABLE.invalid(
                    "The outcome of this attempt is known. Load the settlement again to see its attempts.");
        }
        if (!before.staffMayReport(attempt)) {
            throw SettlementStatus.TABLE.invalid("The rail " + attempt.rail()
                    + " is sending this settlement. Wait for its outcome, or until staff must decide on it.");
        }
        return report(before, attempt, reported.outcome(), reported, now);
    }

    private Decision<SettlementAggregate> reportFurther(
            SettlementAggregate before, SettlementCommand.ReportFurther reported, Instant now) {
        var recorded = AttemptReport.attempt(before, reported.attemptId());
        var further = AttemptReport.further(SettlementStatus.TABLE, before, recorded, reported.transfer(), now);
        return report(before, further, reported.transfer(), reported, now);
    }

    private Decision<SettlementAggregate> report(
            SettlementAggregate before, Attempt attempt, PayoutOutcome outcome, SettlementCommand report, Instant now) {
        return new AttemptReport<>(before, attempt, outcome, report, transfers, now).decide();
    }

    /** Without an open attempt no transfer can arrive, so staff can only report a failure. */
    private static Decision<SettlementAggregate> neverSent(
            SettlementAggregate before, SettlementCommand.StaffReport reported, Instant now) {
        if (!before.inReview() || !(reported.outcome() instanceof PayoutOutcome.Failed failed)) {
            throw SettlementStatus.TABLE.invalid(
                    "This settlement is not being sent. Wait until it is, retry it if staff must decide on it, or decide that it failed.");
        }
        return before.failed(failed, reported, now);
    }

    private static Decision<SettlementAggregate> retry(
            SettlementAggregate before, SettlementCommand.Retry retry, Instant now) {
        before.require(Trigger.RETRY);
        if (!before.inReview()) {
            throw SettlementStatus.TABLE.invalid(
                    "This settlement is being sent. Wait for its outcome, or until staff must decide on it.");
        }
        if (before.hasUnpaidLateDelivery()) {
            throw SettlementStatus.TABLE.invalid(
                    "An attempt of this settlement was delivered after it had ended. Sending it again would pay it twice."
                            + " Decide that it failed, and decide on the claim under Unallocated funds.");
        }
        var after = before;
        var open = before.open(SettlementAggregate.LEG);
        if (open.isPresent()) {
            after = after.with(open.get().on(Attempt.Trigger.ABANDON, null, now));
        }
        return after.transition(Trigger.RETRY, retry.actor(), retry.note(), now);
    }
}
