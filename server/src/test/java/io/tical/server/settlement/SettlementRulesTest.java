package io.tical.server.settlement;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.Ids;
import io.tical.server.key.TransactionKey;
import io.tical.server.ledger.Movement;
import io.tical.server.ledger.PostingType;
import io.tical.server.rail.Attempt;
import io.tical.server.rail.DispatchPlan;
import io.tical.server.rail.PaidTransfer;
import io.tical.server.rail.PaidTransfers;
import io.tical.server.rail.PayoutOutcome;
import io.tical.server.rail.Routing;
import io.tical.server.settlement.SettlementStatus.Trigger;
import io.tical.server.transaction.By;
import io.tical.server.transaction.Command;
import io.tical.server.transaction.Decision;
import io.tical.server.transaction.Dialect;
import io.tical.server.transaction.EventType;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What rails report about settlements, as pure functions: no database, no clock. */
class SettlementRulesTest {
    private static final Instant NOW = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    private static final long NET = 1_000;
    private static final PayoutOutcome UNKNOWN = new PayoutOutcome.Unknown("silence");

    /** A settlement that no rail was called for. */
    static SettlementAggregate created() {
        var terms = new Settlement.Terms(
                UUID.randomUUID(),
                true,
                Dialect.V1,
                null,
                "THB",
                NET,
                0,
                Ids.next(),
                "KBANK",
                "1234567890",
                "Holder",
                "request");
        var progress = new Settlement.Progress(SettlementStatus.PENDING, null, null, null, 1, NOW, NOW, null);
        return SettlementAggregate.of(new Settlement(Ids.next(), terms, progress), null, List.of());
    }

    /** A settlement that was sent. */
    private static SettlementAggregate sent() {
        return again(created()).transition(Trigger.SEND, By.SYSTEM, NOW).after();
    }

    private static SettlementAggregate again(SettlementAggregate before) {
        return DispatchPlan.of(before, Routing.to("test"), List.of(), NOW).after();
    }

    private static Decision<SettlementAggregate> decide(
            SettlementAggregate before, int number, PayoutOutcome outcome, PaidTransfer... paid) {
        var attempt = before.attempts().stream()
                .filter(one -> one.number() == number)
                .findFirst()
                .orElseThrow();
        var report = new Command<SettlementAction>(
                before.key(), new SettlementAction.Report(attempt.id(), outcome), By.SYSTEM);
        return new SettlementRules(new PaidTransfers(List.of(paid))).decide(before, report, NOW);
    }

    private static PayoutOutcome delivered(long amount) {
        return new PayoutOutcome.Delivered(amount, "BANK", PayoutOutcome.Sender.UNKNOWN);
    }

    private static SettlementAggregate retried(SettlementAggregate before) {
        var retry = new Command<SettlementAction>(before.key(), new SettlementAction.Retry(), By.SYSTEM);
        var lost = decide(before, before.attempts().size(), UNKNOWN).after();
        return new SettlementRules(new PaidTransfers(List.of()))
                .decide(lost, retry, NOW)
                .after();
    }

    @Test
    void aTransferThatPaidSomethingElsePaysNoSettlement() {
        var other = new TransactionKey(UUID.randomUUID(), true, Ids.next());
        var paid = PaidTransfer.of("BANK", EventType.Subject.PAYOUT, other, Ids.next());
        var lost = decide(sent(), 1, delivered(NET), paid).after();
        assertThat(lost.inReview()).isTrue();
        assertThat(lost.settlement().progress().reviewReason())
                .isEqualTo("the transfer BANK paid the payout " + other.id());
    }

    @Test
    void anAttemptThatNothingFollowedCompletesTheSettlementAfterAll() {
        var late = decide(retried(sent()), 1, delivered(NET));
        assertThat(late.after().status()).isEqualTo(SettlementStatus.COMPLETED);
        assertThat(late.after().execution().newClaims()).isEmpty();
    }

    @Test
    void aClaimForAnEarlierAttemptDoesNotKeepTheLastOneFromCompletingTheSettlement() {
        var twice = again(retried(sent()));
        var claimed = decide(twice, 1, delivered(NET));
        assertThat(claimed.after().inReview()).isTrue();
        assertThat(claimed.movements())
                .containsExactly(new Movement(
                        PostingType.SETTLEMENT_CLAIM, NET, twice.settlement().id()));
        var dead = decide(claimed.after(), 2, new PayoutOutcome.NeverSent()).after();
        var late = decide(dead, 2, delivered(NET));
        assertThat(late.after().status()).isEqualTo(SettlementStatus.COMPLETED);
        assertThat(late.after().attempts())
                .extracting(Attempt::state)
                .containsExactlyInAnyOrder(Attempt.State.DEAD, Attempt.State.DELIVERED);
    }
}
