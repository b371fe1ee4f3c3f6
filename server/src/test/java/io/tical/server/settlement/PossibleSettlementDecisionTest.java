package io.tical.server.settlement;

import io.tical.server.rail.Attempt;
import io.tical.server.rail.PaidTransfers;
import io.tical.server.rail.PayoutOutcome;
import io.tical.server.rail.PossibleDecisionsWalk;
import io.tical.server.settlement.SettlementStatus.Trigger;
import io.tical.server.transaction.Actor;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The decisions that the console offers on settlements. */
class PossibleSettlementDecisionTest
        extends PossibleDecisionsWalk<SettlementAggregate, SettlementCommand, PossibleSettlementDecision> {
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
        return PossibleSettlementDecision.on(settlement);
    }

    @Override
    protected Stream<SettlementCommand> commands(SettlementAggregate settlement, PossibleSettlementDecision decision) {
        return switch (decision) {
            case RETRY -> Stream.of(new SettlementCommand.Retry(settlement.key(), STAFF, null, null));
            case SUCCESS, OUTCOME -> Stream.of(staffReport(settlement, null, delivered(settlement.payableAmount())));
            case FAILED -> Stream.of(staffReport(settlement, null, failed()));
            case LATE_OUTCOME ->
                settlement.attempts().stream()
                        .filter(attempt -> attempt.state() == Attempt.State.DEAD)
                        .map(attempt -> staffReport(settlement, attempt.id(), delivered(attempt.amount())));
            case FURTHER_TRANSFER ->
                settlement.attempts().stream()
                        .map(attempt -> new SettlementCommand.ReportFurther(
                                settlement.key(), attempt.id(), delivered(attempt.amount()), STAFF, null, null));
        };
    }

    private static SettlementCommand staffReport(
            SettlementAggregate settlement, @Nullable UUID attemptId, PayoutOutcome outcome) {
        return new SettlementCommand.StaffReport(settlement.key(), attemptId, outcome, STAFF, null, null);
    }

    @Override
    protected SettlementCommand report(SettlementAggregate settlement, UUID attemptId, PayoutOutcome outcome) {
        return new SettlementCommand.Report(settlement.key(), attemptId, outcome);
    }

    @Override
    protected SettlementAggregate decide(SettlementAggregate settlement, SettlementCommand command, Instant now) {
        return rules.decide(settlement, command, now).after();
    }

    @Override
    protected SettlementAggregate sent(SettlementAggregate planned, Instant now) {
        return planned.allows(Trigger.SEND)
                ? planned.transition(Trigger.SEND, Actor.SYSTEM, null, now).after()
                : planned;
    }

    @Override
    protected SettlementAggregate reread(SettlementAggregate settlement) {
        return SettlementAggregate.of(settlement.settlement(), settlement.conversion(), settlement.attempts());
    }
}
