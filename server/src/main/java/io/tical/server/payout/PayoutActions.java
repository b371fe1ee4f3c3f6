package io.tical.server.payout;

import static io.tical.server.payout.PayoutWorkItems.KIND;

import io.tical.common.Word;
import io.tical.common.admin.DecisionTerms;
import io.tical.server.decision.StaffAction;
import io.tical.server.decision.StaffAction.Request;
import io.tical.server.decision.StaffAction.Stake;
import io.tical.server.decision.Transferred;
import io.tical.server.input.JsonBody;
import io.tical.server.payout.PayoutStatus.Trigger;
import io.tical.server.problem.Problem;
import io.tical.server.rail.PayoutOutcome;
import io.tical.server.rail.StaffReport;
import io.tical.server.rail.TransferSlip;
import io.tical.server.staff.Permission;
import io.tical.server.transaction.StaffDecision;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What operators decide on payouts. The stake is always that of the whole payout, so that four eyes do not depend on how a rail
 * splits it.
 *
 * @param view the payout with this id as JSON
 */
record PayoutActions(Payouts payouts, Function<UUID, Object> view) {
    private enum Verdict implements Word {
        APPROVE,
        REJECT,
        RETRY,
        SUCCESS,
        FAILED
    }

    List<StaffAction> all() {
        return List.of(
                new StaffAction(KIND.path("decision"), Permission.PAYOUTS, this::decision),
                new StaffAction(KIND.path("steps/{step}/outcome"), Permission.PAYOUTS, this::outcome),
                new StaffAction(KIND.path("confirm-late"), Permission.PAYOUTS, this::confirmLate),
                StaffAction.refund(KIND, this::refund),
                StaffAction.completeRefund(KIND, this::completeRefund));
    }

    private Request decision(Map<String, String> path, JsonBody body) {
        var payout = payout(path);
        var verdict = body.word("decision", Verdict.class).orElse(Verdict.APPROVE);
        var slip = TransferSlip.read(body, verdict == Verdict.SUCCESS);
        if (verdict == Verdict.SUCCESS || verdict == Verdict.FAILED) {
            // The note explains the decision about an outcome that the rail did not report.
            body.text("note", StaffDecision.NOTE_MAX);
        }
        return switch (verdict) {
            case APPROVE -> fire(payout, Trigger.APPROVE, stake(payout));
            // Without an attempt, also a forgotten one, a rejection only releases the merchant's reservation, so it
            // needs no second person.
            case REJECT -> {
                var sent = !payout.attempts().isEmpty() || payouts.isHeld(payout.key());
                yield fire(payout, Trigger.REJECT, sent ? returned(payout) : null);
            }
            case RETRY -> fire(payout, Trigger.RETRY, stake(payout));
            case SUCCESS ->
                request(payout, new PayoutAction.DecideLegs(true, slip), stake(payout))
                        .moving(exactly(PossiblePayoutDecision.success(payout), slip.reference()));
            case FAILED -> request(payout, new PayoutAction.DecideLegs(false, slip), returned(payout));
        };
    }

    private Request outcome(Map<String, String> path, JsonBody body) {
        var payout = payout(path);
        var leg = leg(payout, path.getOrDefault("step", ""));
        var report = StaffReport.read(body);
        var amount = report.further() || body.has("transfer_amount") ? body.amount("transfer_amount") : leg.amount();
        if (amount < 1 || amount > leg.amount()) {
            body.wrong("transfer_amount", "range", "must be 1 to " + leg.amount() + ", the amount of the leg");
        }
        if (!report.delivered() && body.has("transfer_amount")) {
            body.wrong("transfer_amount", "not_allowed", "is for a transfer that arrived only");
        }
        var named = report.attemptId();
        if (!report.delivered()) {
            var failed = StaffReport.failed(PayoutOutcome.FailureCode.COULD_NOT_PROCESS);
            return request(payout, new PayoutAction.ReportLeg(leg.number(), named, failed), returned(payout));
        }
        var transfer = report.slip().delivered(amount);
        var action = report.further()
                ? new PayoutAction.ReportFurther(leg.number(), Objects.requireNonNull(named), transfer)
                : new PayoutAction.ReportLeg(leg.number(), named, transfer);
        var terms = report.further()
                ? PossiblePayoutDecision.further(payout, leg)
                : PossiblePayoutDecision.outcome(payout, leg, false);
        return request(payout, action, stake(payout)).moving(new Transferred(terms, amount, transfer.reference()));
    }

    private Request confirmLate(Map<String, String> path, JsonBody body) {
        var payout = payout(path);
        var slip = TransferSlip.read(body, true);
        return request(payout, new PayoutAction.ConfirmLate(slip), stake(payout))
                .moving(exactly(PossiblePayoutDecision.confirmLate(payout), slip.reference()));
    }

    private Request refund(Map<String, String> path) {
        var payout = payout(path);
        return fire(payout, Trigger.REVERT, returned(payout));
    }

    private Request completeRefund(Map<String, String> path, @Nullable String reference) {
        var payout = payout(path);
        return request(payout, new PayoutAction.CompleteRefund(reference), returned(payout))
                .moving(exactly(PossiblePayoutDecision.completeRefund(payout), reference));
    }

    /** A transfer of the whole expected amount. */
    private static Transferred exactly(DecisionTerms terms, @Nullable String reference) {
        return new Transferred(terms, Objects.requireNonNull(terms.expected()), reference);
    }

    private Request fire(PayoutAggregate payout, Trigger trigger, @Nullable Stake stake) {
        return request(payout, new PayoutAction.Fire(trigger), stake);
    }

    private Request request(PayoutAggregate payout, PayoutAction action, @Nullable Stake stake) {
        return Request.of(payouts.commands(), payout, action, stake, view);
    }

    private static Stake stake(PayoutAggregate payout) {
        var terms = payout.payout().terms();
        return new Stake(terms.amount(), terms.currency());
    }

    /** What a decision returns to the merchant, with the fee. */
    private static Stake returned(PayoutAggregate payout) {
        var terms = payout.payout().terms();
        return new Stake(terms.gross(), terms.currency());
    }

    private PayoutAggregate payout(Map<String, String> path) {
        return payouts.get(StaffAction.id(path, PayoutAggregate.OBJECT_TYPE));
    }

    /** @param named its number or id */
    private static Payout.Leg leg(PayoutAggregate payout, String named) {
        return payout.legs().stream()
                .filter(leg -> named.equals(String.valueOf(leg.number()))
                        || named.equals(leg.id().toString()))
                .findFirst()
                .orElseThrow(() -> new Problem.NotFound(
                        "PAYOUT_STEP_NOT_FOUND",
                        "The payout has no leg " + named + "; it has "
                                + payout.legs().size()));
    }
}
