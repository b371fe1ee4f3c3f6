package io.tical.server.payout;

import static io.tical.server.payout.PayoutWorkItems.KIND;

import io.tical.common.Word;
import io.tical.common.admin.DecisionTerms;
import io.tical.server.decision.StaffAction;
import io.tical.server.decision.StaffAction.Request;
import io.tical.server.decision.StaffAction.Stake;
import io.tical.server.decision.Transferred;
import io.tical.server.input.JsonBody;
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
import java.util.function.BiConsumer;
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
        var key = payout.key();
        var verdict = body.word("decision", Verdict.class).orElse(null);
        var slip = TransferSlip.read(body, verdict == Verdict.SUCCESS);
        if (verdict == Verdict.SUCCESS || verdict == Verdict.FAILED) {
            // The note explains the decision about an outcome that the rail did not report.
            body.text("note", StaffDecision.NOTE_MAX);
        }
        // Without an attempt, also a forgotten one, a rejection only releases the merchant's reservation, so it needs no second person.
        var withoutSecondPerson =
                verdict == Verdict.REJECT && payout.attempts().isEmpty() && !payouts.isHeld(key);
        var back = verdict == Verdict.REJECT || verdict == Verdict.FAILED;
        var stake = back ? returned(payout) : stake(payout);
        var request = request(payout, withoutSecondPerson ? null : stake, (use, by) -> {
            switch (Objects.requireNonNull(verdict)) {
                case APPROVE -> use.review(key, true, by);
                case REJECT -> use.review(key, false, by);
                case RETRY -> use.retry(key, by);
                case SUCCESS -> use.decideLegs(key, true, slip, by);
                case FAILED -> use.decideLegs(key, false, slip, by);
            }
        });
        return verdict == Verdict.SUCCESS
                ? request.moving(exactly(PayoutDecisionTerms.success(payout), slip.reference()))
                : request;
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
        if (report.further()) {
            var transfer = report.slip().delivered(amount);
            return request(
                            payout,
                            stake(payout),
                            (use, by) -> use.reportFurther(
                                    payout.key(),
                                    leg.number(),
                                    Objects.requireNonNull(report.attemptId()),
                                    transfer,
                                    by))
                    .moving(new Transferred(PayoutDecisionTerms.further(payout, leg), amount, transfer.reference()));
        }
        var outcome = report.delivered()
                ? report.slip().delivered(amount)
                : StaffReport.failed(PayoutOutcome.FailureCode.COULD_NOT_PROCESS);
        var request = request(
                payout,
                report.delivered() ? stake(payout) : returned(payout),
                (use, by) -> use.reportLeg(payout.key(), leg.number(), report.attemptId(), outcome, by));
        var terms = PayoutDecisionTerms.outcome(payout, leg, false);
        return report.delivered()
                ? request.moving(new Transferred(terms, amount, report.slip().reference()))
                : request;
    }

    private Request confirmLate(Map<String, String> path, JsonBody body) {
        var payout = payout(path);
        var slip = TransferSlip.read(body, true);
        return request(payout, stake(payout), (use, by) -> use.confirmLate(payout.key(), slip, by))
                .moving(exactly(PayoutDecisionTerms.confirmLate(payout), slip.reference()));
    }

    private Request refund(Map<String, String> path) {
        var payout = payout(path);
        return request(payout, returned(payout), (use, by) -> use.revert(payout.key(), by));
    }

    private Request completeRefund(Map<String, String> path, @Nullable String reference) {
        var payout = payout(path);
        return request(payout, returned(payout), (use, by) -> use.completeRefund(payout.key(), reference, by))
                .moving(exactly(PayoutDecisionTerms.completeRefund(payout), reference));
    }

    /** A transfer of the whole expected amount. */
    private static Transferred exactly(DecisionTerms terms, @Nullable String reference) {
        return new Transferred(terms, Objects.requireNonNull(terms.expected()), reference);
    }

    private Request request(
            PayoutAggregate payout, @Nullable Stake stake, BiConsumer<PayoutDecisions, StaffDecision> useCase) {
        return new Request(
                payout.key(),
                PayoutAggregate.OBJECT_TYPE,
                payout.version(),
                stake,
                by -> useCase.accept(payouts.checks(), by),
                by -> useCase.accept(payouts.decisions(), by),
                () -> view.apply(payout.key().id()));
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
