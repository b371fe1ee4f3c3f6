package io.tical.server.settlement;

import io.tical.server.rail.Attempt;
import io.tical.server.rail.PaidTransfers;
import io.tical.server.rail.PayoutOutcome;
import io.tical.server.rail.PossibleDecisionsWalk;
import io.tical.server.settlement.SettlementStatus.Trigger;
import io.tical.server.transaction.By;
import io.tical.server.transaction.Command;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The decisions that the console offers on settlements. */
class PossibleSettlementDecisionTest
        extends PossibleDecisionsWalk<SettlementAggregate, Command<SettlementAction>, PossibleSettlementDecision> {
    private final SettlementRules rules = new SettlementRules(new PaidTransfers(List.of()));

    PossibleSettlementDecisionTest() {
        super(PossibleSettlementDecision.class);
    }

    @Override
    protected SettlementAggregate created(Random random) {
        return SettlementRulesTest.created();
    }

    @Override
    protected List<PossibleSettlementDecision> offered(SettlementAggregate settlement) {
        return PossibleSettlementDecision.on(settlement).decisions();
    }

    @Override
    protected Stream<Command<SettlementAction>> commands(
            SettlementAggregate settlement, PossibleSettlementDecision decision) {
        return switch (decision) {
            case RETRY ->
                Stream.of(new Command<SettlementAction>(settlement.key(), new SettlementAction.Retry(), By.of(STAFF)));
            case SUCCESS, OUTCOME -> Stream.of(staffReport(settlement, null, delivered(settlement.payableAmount())));
            case FAILED -> Stream.of(staffReport(settlement, null, failed()));
            case LATE_OUTCOME ->
                settlement.attempts().stream()
                        .filter(attempt -> attempt.state() == Attempt.State.DEAD)
                        .map(attempt -> staffReport(settlement, attempt.id(), delivered(attempt.amount())));
            case FURTHER_TRANSFER ->
                settlement.attempts().stream()
                        .map(attempt -> new Command<SettlementAction>(
                                settlement.key(),
                                new SettlementAction.ReportFurther(attempt.id(), delivered(attempt.amount())),
                                By.of(STAFF)));
        };
    }

    private static Command<SettlementAction> staffReport(
            SettlementAggregate settlement, @Nullable UUID attemptId, PayoutOutcome outcome) {
        return new Command<SettlementAction>(
                settlement.key(), new SettlementAction.StaffReport(attemptId, outcome), By.of(STAFF));
    }

    @Override
    protected Command<SettlementAction> report(SettlementAggregate settlement, UUID attemptId, PayoutOutcome outcome) {
        return new Command<SettlementAction>(
                settlement.key(), new SettlementAction.Report(attemptId, outcome), By.SYSTEM);
    }

    @Override
    protected SettlementAggregate decide(
            SettlementAggregate settlement, Command<SettlementAction> command, Instant now) {
        return rules.decide(settlement, command, now).after();
    }

    @Override
    protected SettlementAggregate sent(SettlementAggregate planned, Instant now) {
        return planned.allows(Trigger.SEND)
                ? planned.transition(Trigger.SEND, By.SYSTEM, now).after()
                : planned;
    }

    @Override
    protected SettlementAggregate reread(SettlementAggregate settlement) {
        return SettlementAggregate.of(settlement.settlement(), settlement.conversion(), settlement.attempts());
    }
}
