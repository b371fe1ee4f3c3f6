package io.tical.server.ledger;

import static io.tical.server.ledger.Moving.MOVING;
import static io.tical.server.ledger.PostingType.PAYOUT_CAPTURE;
import static io.tical.server.ledger.PostingType.SANDBOX_TOP_UP;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.db.Session;
import io.tical.db.TestDatabase;
import io.tical.server.idempotency.IdempotencyKey;
import io.tical.server.idempotency.Principal;
import io.tical.server.key.WalletKey;
import io.tical.server.ledger.Moving.Move;
import io.tical.server.problem.Problem;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Groups that are decided on wallets as the node knows them. */
class KnownWalletsTest {
    private final TestLedger ledger = TestLedger.open();
    private final TestLedger other = ledger.anotherNode();
    private final WalletKey wallet = TestLedger.wallet("THB");

    @AfterEach
    void close() {
        other.close();
        ledger.close();
    }

    /** Moves money; tells what it does, and can wait between its first write and the others. */
    private record Watched(
            AtomicInteger decisions,
            CountDownLatch decided,
            CountDownLatch writing,
            CountDownLatch released,
            boolean fails)
            implements GroupOperation<Move, Long> {
        /** @param waits whether it waits until it is released */
        Watched(boolean waits, boolean fails) {
            this(
                    new AtomicInteger(),
                    new CountDownLatch(1),
                    new CountDownLatch(1),
                    new CountDownLatch(waits ? 1 : 0),
                    fails);
        }

        Watched() {
            this(false, false);
        }

        @Override
        public boolean canBeDecidedBeforeLocks() {
            return true;
        }

        @Override
        public Part<Move, Long> begin(Session session, List<Move> commands) {
            return new Moving.Moves(commands) {
                @Override
                public Long decide(Move command, GroupWallets wallets) {
                    decisions.incrementAndGet();
                    decided.countDown();
                    return super.decide(command, wallets);
                }

                @Override
                public Long current(Move command) {
                    return -1L;
                }

                @Override
                public void write(Session session) {
                    // Sends what locks the wallet, and lets the next group begin.
                    session.sql("SELECT 1").one(row -> true);
                    writing.countDown();
                    await(released);
                    if (fails) {
                        throw new IllegalStateException("the group fails");
                    }
                }
            };
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private long run(GroupOperation<Move, Long> operation, WalletKey wallet, PostingType posting, long amount) {
        return ledger.groupCommit()
                .run(operation, Move.of(wallet, posting, amount), wallet.organizationId(), wallet.livemode());
    }

    /** What two groups are answered, of which the second is decided while the first is written. */
    private record Overlapping(Future<Long> credited, Future<Long> taken) {}

    private Overlapping overlapping(Watched first, Watched second) {
        ledger.topUp(wallet, 100);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var credited = threads.submit(() -> run(first, wallet, SANDBOX_TOP_UP, 50));
            await(first.writing);
            var taken = threads.submit(() -> run(second, wallet, PAYOUT_CAPTURE, 150));
            await(second.decided);
            assertThat(ledger.row(wallet).available()).isEqualTo(100);
            first.released.countDown();
            return new Overlapping(credited, taken);
        }
    }

    @Test
    void aGroupIsDecidedOnWhatTheOneBeforeLeavesBeforeThatCommits() throws Exception {
        var second = new Watched();
        var answers = overlapping(new Watched(true, false), second);
        assertThat(answers.credited.get()).isEqualTo(150);
        assertThat(answers.taken.get()).isZero();
        assertThat(second.decisions).hasValue(1);
        assertThat(ledger.journalFinding()).isNull();
    }

    @Test
    void aGroupIsDecidedAgainWhenTheOneBeforeFails() {
        var second = new Watched();
        var answers = overlapping(new Watched(true, true), second);
        assertThatThrownBy(answers.credited::get).hasRootCauseInstanceOf(IllegalStateException.class);
        assertThatThrownBy(answers.taken::get).hasRootCauseInstanceOf(Problem.Refused.class);
        assertThat(second.decisions).hasValue(2);
        assertThat(ledger.row(wallet).available()).isEqualTo(100);
        assertThat(ledger.journalFinding()).isNull();
    }

    @Test
    void moneyThatAnotherNodeCreditedIsNotRefused() {
        ledger.topUp(wallet, 100);
        other.topUp(wallet, 50);
        assertThat(run(MOVING, wallet, PAYOUT_CAPTURE, 150)).isZero();
        assertThat(ledger.journalFinding()).isNull();
    }

    @Test
    void moneyThatAnotherNodeTookIsNotTakenAgain() {
        ledger.topUp(wallet, 100);
        other.move(Move.of(wallet, PAYOUT_CAPTURE, 60));
        assertThatThrownBy(() -> run(MOVING, wallet, PAYOUT_CAPTURE, 60)).isInstanceOf(Problem.Refused.class);
        assertThat(ledger.row(wallet).available()).isEqualTo(40);
        assertThat(ledger.journalFinding()).isNull();
    }

    @ParameterizedTest
    @MethodSource("changes")
    void everyColumnThatADecisionReadsIsCompared(String change) {
        ledger.topUp(wallet, 100);
        var known = new Watched();
        run(known, wallet, SANDBOX_TOP_UP, 1);
        assertThat(known.decisions).hasValue(1);
        change(change);
        var changed = new Watched();
        run(changed, wallet, SANDBOX_TOP_UP, 1);
        assertThat(changed.decisions).hasValue(2);
    }

    @ParameterizedTest
    @MethodSource("changes")
    void everyColumnThatARefusalReadsIsCompared(String change) {
        ledger.topUp(wallet, 100);
        var known = new Watched();
        assertThatThrownBy(() -> run(known, wallet, PAYOUT_CAPTURE, 500)).isInstanceOf(Problem.Refused.class);
        assertThat(known.decisions).hasValue(1);
        change(change);
        var changed = new Watched();
        assertThatThrownBy(() -> run(changed, wallet, PAYOUT_CAPTURE, 500)).isInstanceOf(Problem.Refused.class);
        assertThat(changed.decisions).hasValue(2);
    }

    private static Stream<String> changes() {
        return Stream.of(
                "available = available + 1",
                "held = held + 1",
                "in_transit = in_transit + 1",
                "daily_date = '2026-01-01'",
                "daily_used = daily_used + 1",
                "last_seq = last_seq + 1",
                "updated_at = updated_at + interval '1 ms'");
    }

    @Test
    void aGroupFailsWhenOneOfSeveralWalletsHasChanged() {
        var dollars = new WalletKey(wallet.organizationId(), wallet.livemode(), "USD");
        ledger.topUp(wallet, 100);
        ledger.topUp(dollars, 100);
        var known = List.of(ledger.row(wallet), ledger.row(dollars));
        compare(known);
        ledger.asAnotherNode(
                "wallet",
                "UPDATE wallet SET held = held + 1 WHERE currency = 'USD' AND organization_id = '"
                        + wallet.organizationId() + "'");
        assertThatThrownBy(() -> compare(known)).isInstanceOf(Outdated.class);
    }

    private void compare(List<Wallet> known) {
        ledger.database().transaction(session -> {
            LedgerStore.lockKnownLater(session, known, new GroupWallets(Instant.now(), List.of()));
            return true;
        });
    }

    private void change(String columns) {
        ledger.asAnotherNode(
                "wallet",
                "UPDATE wallet SET " + columns + " WHERE organization_id = '" + wallet.organizationId() + "'");
    }

    @Test
    void aDuplicateIsMetOnceAndThenLookedFor() {
        ledger.topUp(wallet, 100);
        var key = new IdempotencyKey(new Principal(wallet.organizationId(), wallet.livemode()), "key");
        var move = Move.of(wallet, PAYOUT_CAPTURE, 30);
        assertThat(ledger.groupCommit().run(new Watched(), move, key)).isEqualTo(70);
        var met = new Watched();
        assertThat(ledger.groupCommit().run(met, move, key)).isEqualTo(-1);
        assertThat(met.decisions).hasValue(1);
        var lookedFor = new Watched();
        assertThat(ledger.groupCommit().run(lookedFor, move, key)).isEqualTo(-1);
        assertThat(lookedFor.decisions).hasValue(0);
        assertThat(ledger.row(wallet).available()).isEqualTo(70);
    }

    @Test
    void aRefusedCommandThatTookEffectBeforeIsFound() {
        ledger.topUp(wallet, 100);
        var key = new IdempotencyKey(new Principal(wallet.organizationId(), wallet.livemode()), "key");
        var move = Move.of(wallet, PAYOUT_CAPTURE, 100);
        assertThat(ledger.groupCommit().run(new Watched(), move, key)).isZero();
        assertThat(ledger.groupCommit().run(new Watched(), move, key)).isEqualTo(-1);
        assertThat(ledger.journalFinding()).isNull();
    }

    @Test
    void aChangeThatCommitsWhileTheWalletIsAwaitedIsSeen() throws Exception {
        ledger.topUp(wallet, 100);
        var taking = new Watched();
        try (var owner = ledger.ownerConnection();
                var statement = owner.createStatement();
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            owner.setAutoCommit(false);
            statement.executeUpdate(
                    "UPDATE wallet SET available = 30 WHERE organization_id = '" + wallet.organizationId() + "'");
            TestDatabase.authenticate(owner, ledger.database(), "wallet");
            var taken = threads.submit(() -> run(taking, wallet, PAYOUT_CAPTURE, 60));
            await(taking.decided);
            while (!ledger.aTransactionAwaitsALock()) {
                Thread.onSpinWait();
            }
            owner.commit();
            assertThatThrownBy(taken::get).hasRootCauseInstanceOf(Problem.Refused.class);
        }
        assertThat(taking.decisions).hasValue(2);
        assertThat(ledger.row(wallet).available()).isEqualTo(30);
    }

    @Test
    void walletsThatTwoNodesUseAtTheSameTimeAddUp() {
        var wallets = List.of(wallet, new WalletKey(wallet.organizationId(), false, "USD"), TestLedger.wallet("THB"));
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var each : wallets) {
                for (int number = 0; number < 100; number++) {
                    var node = number % 2 == 0 ? ledger : other;
                    threads.submit(() -> node.topUp(each, 1));
                }
            }
        }
        assertThat(wallets).allMatch(each -> ledger.row(each).available() == 100);
        assertThat(ledger.journalFinding()).isNull();
    }
}
