package io.tical.server.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.common.CurrencyProfile;
import io.tical.common.Ids;
import io.tical.common.Money;
import io.tical.server.currency.Currencies;
import io.tical.server.ledger.Movement;
import io.tical.server.ledger.PostingType;
import io.tical.server.ledger.StepWallet;
import io.tical.server.merchant.Fee;
import io.tical.server.payout.PayoutStatus.Trigger;
import io.tical.server.problem.Problem;
import io.tical.server.rail.DispatchPlan;
import io.tical.server.rail.PaidTransfers;
import io.tical.server.rail.PayoutOutcome;
import io.tical.server.rail.Routing;
import io.tical.server.rail.TransferSlip;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.By;
import io.tical.server.transaction.Command;
import io.tical.server.transaction.Dialect;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Whatever happens to payouts, every balance of a wallet stays a multiple of the unit step of its currency. */
class PayoutStepTest {
    private static final Actor STAFF = Actor.staff("somchai", "request");
    private static final Instant NOW = Instant.EPOCH;
    private static final int WALKS = 300;
    private static final int STEPS = 12;

    private final PayoutRules rules = new PayoutRules(
            TestRail.of(_ -> new PayoutOutcome.Unknown("silence")).rails(),
            (_, _) -> null,
            new PaidTransfers(List.of()),
            (_, _) -> {});

    @Test
    void everyBalanceKeepsTheStepInEveryCurrency() {
        var seed = System.nanoTime();
        var random = new Random(seed);
        var posted = EnumSet.noneOf(PostingType.class);
        for (var currency : Currencies.shipped().all()) {
            for (int walk = 0; walk < WALKS; walk++) {
                walk("seed " + seed, currency, random, posted);
            }
        }
        // Reserving and capturing belong to the creation.
        assertThat(posted).containsAll(StepWallet.changing("payout"));
    }

    private void walk(String context, CurrencyProfile currency, Random random, Set<PostingType> posted) {
        var wallet = new StepWallet(currency, posted);
        var status = random.nextBoolean() ? PayoutStatus.PENDING : PayoutStatus.PROCESSING;
        var payout = payout(currency, status, random);
        var reserve = status == PayoutStatus.PENDING ? PostingType.PAYOUT_RESERVE : PostingType.PAYOUT_CAPTURE;
        wallet.post(
                context,
                List.of(new Movement(
                        reserve,
                        payout.payout().terms().gross(),
                        payout.payout().id())));
        for (int step = 0; step < STEPS; step++) {
            if (payout.sendable() && random.nextBoolean()) {
                payout = DispatchPlan.of(payout, Routing.to("test"), List.of(), NOW)
                        .after();
                continue;
            }
            try {
                var decision = rules.decide(payout, command(payout, random), NOW);
                wallet.post(context, decision.movements());
                payout = decision.after();
            } catch (Problem refused) {
                // Another command follows.
            }
        }
    }

    private static Command<PayoutAction> command(PayoutAggregate payout, Random random) {
        var attempts = payout.attempts();
        if (!attempts.isEmpty() && random.nextInt(3) > 0) {
            var attempt = attempts.get(random.nextInt(attempts.size()));
            var amount = 1 + random.nextLong(attempt.amount());
            var outcome = random.nextInt(4) == 0
                    ? TestRail.failed()
                    : TestRail.delivered(
                            switch (random.nextInt(3)) {
                                case 0 -> attempt.amount();
                                case 1 -> amount;
                                default -> Math.max(payout.unitStep(), Money.inSteps(amount, payout.unitStep()));
                            },
                            "bank" + random.nextInt());
            return random.nextBoolean()
                    ? new Command<PayoutAction>(payout.key(), new PayoutAction.Report(attempt.id(), outcome), By.SYSTEM)
                    : new Command<PayoutAction>(
                            payout.key(),
                            new PayoutAction.ReportLeg(attempt.leg(), attempt.id(), outcome),
                            By.of(STAFF));
        }
        return switch (random.nextInt(6)) {
            case 0 ->
                new Command<PayoutAction>(
                        payout.key(),
                        new PayoutAction.DecideLegs(random.nextBoolean(), TransferSlip.NONE),
                        By.of(STAFF));
            case 1 ->
                new Command<PayoutAction>(payout.key(), new PayoutAction.ConfirmLate(TransferSlip.NONE), By.of(STAFF));
            default -> {
                var triggers = List.of(
                        Trigger.ACTIVATE,
                        Trigger.APPROVE,
                        Trigger.REJECT,
                        Trigger.RETRY,
                        Trigger.REVERT,
                        Trigger.COMPLETE_REFUND,
                        Trigger.EXPIRE,
                        Trigger.CANCEL,
                        Trigger.TEST_CONFIRM);
                yield new Command<PayoutAction>(
                        payout.key(), new PayoutAction.Fire(triggers.get(random.nextInt(triggers.size()))), By.SYSTEM);
            }
        };
    }

    private static PayoutAggregate payout(CurrencyProfile currency, PayoutStatus status, Random random) {
        var step = currency.unitStep();
        var amount = step * (1 + random.nextInt(2_000));
        var fee = new Fee(random.nextInt(1_001), step * random.nextInt(5)).of(amount, currency);
        var amounts = Money.split(amount, step * (1 + random.nextInt(1_000) + (amount / step) / 4), step);
        var legs = new ArrayList<Payout.Leg>();
        amounts.forEach(
                part -> legs.add(new Payout.Leg(Ids.next(), legs.size() + 1, part, 0, LegStatus.PENDING, null)));
        var terms = new Payout.Terms(
                UUID.randomUUID(),
                true,
                Dialect.V1,
                "ref",
                currency.code(),
                amount,
                fee,
                Ids.next(),
                Ids.next(),
                "Name",
                "KBANK",
                "1234567890",
                "Holder",
                null,
                null,
                "request",
                LocalDate.EPOCH);
        var progress = new Payout.Progress(
                status, Payout.Totals.NOTHING, Payout.LastTransfer.UNKNOWN, null, null, 1, null, null, NOW, null, null);
        return PayoutAggregate.of(new Payout(Ids.next(), terms, progress, legs), List.of())
                .inSteps(step);
    }

    @Test
    void staffCannotReportAPartThatWouldLeaveLessThanAStep() {
        var currency = Currencies.shipped().find("VND").orElseThrow();
        var payout = payout(currency, PayoutStatus.PROCESSING, new Random(1));
        var sent = DispatchPlan.of(payout, Routing.to("manual"), List.of(), NOW).after();
        var attempt = sent.attempts().getFirst();
        assertThatThrownBy(() -> rules.decide(
                        sent,
                        new Command<PayoutAction>(
                                sent.key(),
                                new PayoutAction.ReportLeg(
                                        attempt.leg(), attempt.id(), TestRail.delivered(attempt.amount() - 1, "bank")),
                                By.of(STAFF)),
                        NOW))
                .isInstanceOfSatisfying(
                        Problem.BadRequest.class,
                        refused -> assertThat(refused.code()).isEqualTo("AMOUNT_NOT_DIVISIBLE"));
    }
}
