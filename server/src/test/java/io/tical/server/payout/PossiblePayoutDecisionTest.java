package io.tical.server.payout;

import io.tical.common.Ids;
import io.tical.server.payout.PayoutStatus.Trigger;
import io.tical.server.rail.Attempt;
import io.tical.server.rail.PayoutOutcome;
import io.tical.server.rail.PossibleDecisionsWalk;
import io.tical.server.rail.TransferSlip;
import io.tical.server.transaction.By;
import io.tical.server.transaction.Command;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The decisions that the console offers on payouts. */
class PossiblePayoutDecisionTest
        extends PossibleDecisionsWalk<PayoutAggregate, Command<PayoutAction>, PossiblePayoutDecision> {
    private final PayoutRules rules = PayoutRules.trial(
            TestRail.of(_ -> new PayoutOutcome.Unknown("silence")).rails());
    private final PayoutMatching matching = new PayoutMatching((_, _) -> {}, (_, _) -> {});

    PossiblePayoutDecisionTest() {
        super(PossiblePayoutDecision.class);
    }

    @Override
    protected PayoutAggregate created(Random random) {
        return PayoutRulesTest.payout(PayoutStatus.PENDING_REVIEW, 1 + random.nextInt(3));
    }

    @Override
    protected List<PossiblePayoutDecision> offered(PayoutAggregate payout) {
        return PossiblePayoutDecision.on(payout, (command, now) -> rules.decide(payout, command, now))
                .decisions();
    }

    @Override
    protected Stream<Command<PayoutAction>> commands(PayoutAggregate payout, PossiblePayoutDecision decision) {
        return switch (decision) {
            case APPROVE -> Stream.of(fire(payout, Trigger.APPROVE));
            case REJECT -> Stream.of(fire(payout, Trigger.REJECT));
            case RETRY -> Stream.of(fire(payout, Trigger.RETRY));
            case REFUND -> Stream.of(fire(payout, Trigger.REVERT));
            case COMPLETE_REFUND -> Stream.of(fire(payout, Trigger.COMPLETE_REFUND));
            case SUCCESS -> Stream.of(decideLegs(payout, true));
            case FAILED -> Stream.of(decideLegs(payout, false));
            case CONFIRM_LATE ->
                Stream.of(new Command<PayoutAction>(
                        payout.key(), new PayoutAction.ConfirmLate(TransferSlip.NONE), By.of(STAFF)));
            case OUTCOME -> payout.legs().stream().map(leg -> reportLeg(payout, leg.number(), null, leg.amount()));
            case LATE_OUTCOME ->
                payout.attempts().stream()
                        .filter(attempt -> attempt.state() == Attempt.State.DEAD)
                        .map(attempt -> reportLeg(payout, attempt.leg(), attempt.id(), attempt.amount()));
            case FURTHER_TRANSFER -> payout.attempts().stream().map(attempt -> reportFurther(payout, attempt));
        };
    }

    private static Command<PayoutAction> fire(PayoutAggregate payout, Trigger trigger) {
        return new Command<PayoutAction>(payout.key(), new PayoutAction.Fire(trigger), By.of(STAFF));
    }

    private static Command<PayoutAction> decideLegs(PayoutAggregate payout, boolean delivered) {
        return new Command<PayoutAction>(
                payout.key(), new PayoutAction.DecideLegs(delivered, TransferSlip.NONE), By.of(STAFF));
    }

    private static Command<PayoutAction> reportLeg(
            PayoutAggregate payout, int leg, @Nullable UUID attemptId, long amount) {
        return new Command<PayoutAction>(
                payout.key(), new PayoutAction.ReportLeg(leg, attemptId, delivered(amount)), By.of(STAFF));
    }

    private static Command<PayoutAction> reportFurther(PayoutAggregate payout, Attempt attempt) {
        return new Command<PayoutAction>(
                payout.key(),
                new PayoutAction.ReportFurther(attempt.leg(), attempt.id(), delivered(attempt.amount())),
                By.of(STAFF));
    }

    @Override
    protected Command<PayoutAction> report(PayoutAggregate payout, UUID attemptId, PayoutOutcome outcome) {
        return new Command<PayoutAction>(payout.key(), new PayoutAction.Report(attemptId, outcome), By.SYSTEM);
    }

    @Override
    protected Stream<Command<PayoutAction>> otherCommands(PayoutAggregate payout) {
        return Stream.of(Trigger.EXPIRE, Trigger.CANCEL)
                .map(trigger -> new Command<PayoutAction>(payout.key(), new PayoutAction.Fire(trigger), By.SYSTEM));
    }

    @Override
    protected PayoutAggregate decide(PayoutAggregate payout, Command<PayoutAction> command, Instant now) {
        return rules.decide(payout, command, now).after();
    }

    @Override
    protected PayoutAggregate reread(PayoutAggregate payout) {
        return PayoutAggregate.of(payout.payout(), payout.attempts());
    }

    /** A payer is matched with it; or the match ends. */
    @Override
    protected PayoutAggregate otherEvent(PayoutAggregate payout, Instant now) {
        var match = payout.openMatch();
        if (match.isPresent()) {
            return matching.release(payout, match.orElseThrow().id(), now, now).after();
        }
        return payout.status() == PayoutStatus.PROCESSING && !payout.sent() && payout.legCount() == 1
                ? matching.match(payout, Ids.next(), now).after()
                : payout;
    }
}
