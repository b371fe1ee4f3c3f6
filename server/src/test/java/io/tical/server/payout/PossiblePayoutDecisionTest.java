package io.tical.server.payout;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.Ids;
import io.tical.server.payout.PayoutStatus.Trigger;
import io.tical.server.problem.Problem;
import io.tical.server.rail.Attempt;
import io.tical.server.rail.DispatchPlan;
import io.tical.server.rail.ManualRail;
import io.tical.server.rail.PaidTransfers;
import io.tical.server.rail.PayoutOutcome;
import io.tical.server.rail.TransferSlip;
import io.tical.server.transaction.Actor;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The console offers exactly the decisions that the rules accept, in every state that random commands lead to. */
class PossiblePayoutDecisionTest {
    private static final int WALKS = 400;
    private static final int STEPS = 25;

    private final PayoutRules rules = new PayoutRules(
            TestRail.of(_ -> new PayoutOutcome.Unknown("silence")).rails(),
            (_, _) -> null,
            new PaidTransfers(List.of()));
    private final PayoutMatching matching = new PayoutMatching((_, _) -> {});
    private final EnumSet<PossiblePayoutDecision> offered = EnumSet.noneOf(PossiblePayoutDecision.class);

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void whatIsOfferedIsAccepted(long seed) {
        var random = new Random(seed);
        for (int walk = 0; walk < WALKS; walk++) {
            var now = Instant.EPOCH;
            var payout = PayoutRulesTest.payout(PayoutStatus.PENDING_REVIEW, 1 + random.nextInt(3));
            var way = new StringBuilder();
            for (int step = 0; step < STEPS; step++) {
                now = now.plus(Duration.ofHours(1));
                requireAgreement(payout, now, way);
                payout = after(payout, random, now, way);
            }
        }
        assertThat(offered).containsExactly(PossiblePayoutDecision.values());
    }

    private void requireAgreement(PayoutAggregate payout, Instant now, StringBuilder way) {
        var possible = PossiblePayoutDecision.on(payout);
        offered.addAll(possible);
        assertThat(Stream.of(PossiblePayoutDecision.values())
                        .filter(one -> commands(payout, one).anyMatch(command -> accepts(payout, command, now))))
                .as("%s%s", payout.status(), way)
                .containsExactlyElementsOf(possible);
    }

    private boolean accepts(PayoutAggregate payout, PayoutCommand command, Instant now) {
        try {
            rules.decide(payout, command, now);
            return true;
        } catch (Problem.Conflict refused) {
            return false;
        }
    }

    /** The commands that this decision may become. */
    private static Stream<PayoutCommand> commands(PayoutAggregate payout, PossiblePayoutDecision decision) {
        return switch (decision) {
            case APPROVE -> Stream.of(fire(payout, Trigger.APPROVE));
            case REJECT -> Stream.of(fire(payout, Trigger.REJECT));
            case RETRY -> Stream.of(fire(payout, Trigger.RETRY));
            case REFUND -> Stream.of(fire(payout, Trigger.REVERT));
            case COMPLETE_REFUND -> Stream.of(fire(payout, Trigger.COMPLETE_REFUND));
            case SUCCESS -> Stream.of(decideLegs(payout, true));
            case FAILED -> Stream.of(decideLegs(payout, false));
            case CONFIRM_LATE ->
                Stream.of(new PayoutCommand.ConfirmLate(payout.key(), TransferSlip.NONE, staff(), null, null));
            case OUTCOME -> payout.legs().stream().map(leg -> reportLeg(payout, leg.number(), null, leg.amount()));
            case LATE_OUTCOME ->
                payout.attempts().stream()
                        .filter(attempt -> attempt.state() == Attempt.State.DEAD)
                        .map(attempt -> reportLeg(payout, attempt.leg(), attempt.id(), attempt.amount()));
            case FURTHER_TRANSFER -> payout.attempts().stream().map(attempt -> reportFurther(payout, attempt));
        };
    }

    private static PayoutCommand fire(PayoutAggregate payout, Trigger trigger) {
        return PayoutCommand.Fire.of(payout.key(), trigger, TestStaff.decision());
    }

    private static PayoutCommand decideLegs(PayoutAggregate payout, boolean arrived) {
        return new PayoutCommand.DecideLegs(payout.key(), arrived, TransferSlip.NONE, staff(), null, null);
    }

    private static PayoutCommand reportLeg(PayoutAggregate payout, int leg, @Nullable UUID attemptId, long amount) {
        return new PayoutCommand.ReportLeg(payout.key(), leg, attemptId, delivered(amount), staff(), null, null);
    }

    private static PayoutCommand reportFurther(PayoutAggregate payout, Attempt attempt) {
        return new PayoutCommand.ReportFurther(
                payout.key(), attempt.leg(), attempt.id(), delivered(attempt.amount()), staff(), null, null);
    }

    private static Actor staff() {
        return TestStaff.decision().actor();
    }

    private static PayoutOutcome.Delivered delivered(long amount) {
        return TestRail.delivered(amount, Ids.next().toString());
    }

    /** The payout after a random event; the same if it is refused. */
    private PayoutAggregate after(PayoutAggregate before, Random random, Instant now, StringBuilder way) {
        var step = random.nextInt(4);
        try {
            var after = switch (step) {
                case 0 -> dispatched(before, random, now);
                case 1 -> reported(before, random, now);
                case 2 -> matched(before, now);
                default -> decided(before, random, now);
            };
            if (!after.equals(before)) {
                var event = List.of("dispatch", "report", "match", "command").get(step);
                way.append(", %s to %s".formatted(event, after.status()));
            }
            return PayoutAggregate.of(after.payout(), after.attempts());
        } catch (Problem.Conflict refused) {
            return before;
        }
    }

    private static PayoutAggregate dispatched(PayoutAggregate before, Random random, Instant now) {
        var rail = random.nextBoolean() ? "test" : ManualRail.NAME;
        return before.sendable() ? DispatchPlan.of(before, rail, List.of(), now).after() : before;
    }

    /** A rail reports an outcome of one of the attempts. */
    private PayoutAggregate reported(PayoutAggregate before, Random random, Instant now) {
        var attempts = before.attempts();
        if (attempts.isEmpty()) {
            return before;
        }
        var attempt = attempts.get(random.nextInt(attempts.size()));
        var outcome = switch (random.nextInt(6)) {
            case 0 -> delivered(attempt.amount());
            case 1 -> delivered(1 + random.nextLong(attempt.amount()));
            case 2 -> TestRail.failed();
            case 3 -> new PayoutOutcome.NeverSent();
            case 4 -> new PayoutOutcome.HandedToStaff();
            default -> new PayoutOutcome.Unknown("silence");
        };
        return rules.decide(before, new PayoutCommand.Report(before.key(), attempt.id(), outcome), now)
                .after();
    }

    /** A payer is matched with it; or the match ends. */
    private PayoutAggregate matched(PayoutAggregate before, Instant now) {
        var match = before.openMatch();
        if (match.isPresent()) {
            return matching.release(before, match.orElseThrow().id(), now, now).after();
        }
        return before.status() == PayoutStatus.PROCESSING && !before.sent() && before.legCount() == 1
                ? matching.match(before, Ids.next(), now).after()
                : before;
    }

    /** A decision of staff, or a trigger of the merchant or of background work. */
    private PayoutAggregate decided(PayoutAggregate before, Random random, Instant now) {
        var commands = Stream.concat(
                        Stream.of(PossiblePayoutDecision.values()).flatMap(one -> commands(before, one)),
                        Stream.of(Trigger.EXPIRE, Trigger.CANCEL)
                                .map(trigger -> PayoutCommand.Fire.of(before.key(), trigger, Actor.SYSTEM)))
                .toList();
        var command = commands.get(random.nextInt(commands.size()));
        return rules.decide(before, command, now).after();
    }
}
