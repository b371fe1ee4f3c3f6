package io.tical.server.payout;

import io.tical.common.Ids;
import io.tical.server.payout.PayoutStatus.Trigger;
import io.tical.server.rail.Attempt;
import io.tical.server.rail.PaidTransfers;
import io.tical.server.rail.PayoutOutcome;
import io.tical.server.rail.PossibleDecisionsWalk;
import io.tical.server.rail.TransferSlip;
import io.tical.server.transaction.Actor;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The decisions that the console offers on payouts. */
class PossiblePayoutDecisionTest extends PossibleDecisionsWalk<PayoutAggregate, PayoutCommand, PossiblePayoutDecision> {
    private final PayoutRules rules = new PayoutRules(
            TestRail.of(_ -> new PayoutOutcome.Unknown("silence")).rails(),
            (_, _) -> null,
            new PaidTransfers(List.of()),
            (_, _) -> {});
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
        return PossiblePayoutDecision.on(payout);
    }

    @Override
    protected Stream<PayoutCommand> commands(PayoutAggregate payout, PossiblePayoutDecision decision) {
        return switch (decision) {
            case APPROVE -> Stream.of(fire(payout, Trigger.APPROVE));
            case REJECT -> Stream.of(fire(payout, Trigger.REJECT));
            case RETRY -> Stream.of(fire(payout, Trigger.RETRY));
            case REFUND -> Stream.of(fire(payout, Trigger.REVERT));
            case COMPLETE_REFUND -> Stream.of(fire(payout, Trigger.COMPLETE_REFUND));
            case SUCCESS -> Stream.of(decideLegs(payout, true));
            case FAILED -> Stream.of(decideLegs(payout, false));
            case CONFIRM_LATE ->
                Stream.of(new PayoutCommand.ConfirmLate(payout.key(), TransferSlip.NONE, STAFF, null, null));
            case OUTCOME -> payout.legs().stream().map(leg -> reportLeg(payout, leg.number(), null, leg.amount()));
            case LATE_OUTCOME ->
                payout.attempts().stream()
                        .filter(attempt -> attempt.state() == Attempt.State.DEAD)
                        .map(attempt -> reportLeg(payout, attempt.leg(), attempt.id(), attempt.amount()));
            case FURTHER_TRANSFER -> payout.attempts().stream().map(attempt -> reportFurther(payout, attempt));
        };
    }

    private static PayoutCommand fire(PayoutAggregate payout, Trigger trigger) {
        return new PayoutCommand.Fire(payout.key(), trigger, STAFF, null, null);
    }

    private static PayoutCommand decideLegs(PayoutAggregate payout, boolean delivered) {
        return new PayoutCommand.DecideLegs(payout.key(), delivered, TransferSlip.NONE, STAFF, null, null);
    }

    private static PayoutCommand reportLeg(PayoutAggregate payout, int leg, @Nullable UUID attemptId, long amount) {
        return new PayoutCommand.ReportLeg(payout.key(), leg, attemptId, delivered(amount), STAFF, null, null);
    }

    private static PayoutCommand reportFurther(PayoutAggregate payout, Attempt attempt) {
        return new PayoutCommand.ReportFurther(
                payout.key(), attempt.leg(), attempt.id(), delivered(attempt.amount()), STAFF, null, null);
    }

    @Override
    protected PayoutCommand report(PayoutAggregate payout, UUID attemptId, PayoutOutcome outcome) {
        return new PayoutCommand.Report(payout.key(), attemptId, outcome);
    }

    @Override
    protected Stream<PayoutCommand> otherCommands(PayoutAggregate payout) {
        return Stream.of(Trigger.EXPIRE, Trigger.CANCEL)
                .map(trigger -> PayoutCommand.Fire.of(payout.key(), trigger, Actor.SYSTEM));
    }

    @Override
    protected PayoutAggregate decide(PayoutAggregate payout, PayoutCommand command, Instant now) {
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
