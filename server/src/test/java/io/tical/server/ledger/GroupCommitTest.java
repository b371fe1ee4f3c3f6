package io.tical.server.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tical.common.Json;
import io.tical.db.DatabaseUnavailable;
import io.tical.server.idempotency.StoredAnswer;
import io.tical.server.key.WalletKey;
import io.tical.server.ledger.Moving.Move;
import io.tical.server.problem.Problem;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** On locked and on known wallets. */
@ParameterizedClass
@ValueSource(booleans = {false, true})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GroupCommitTest {
    @Parameter
    private boolean canBeDecidedBeforeLocks;

    private TestLedger ledger;
    private TestLedger other;

    @BeforeAll
    void open() {
        ledger = TestLedger.open(new Moving(canBeDecidedBeforeLocks));
        other = ledger.anotherNode();
    }

    @AfterAll
    void close() {
        assertThat(ledger.journalFinding()).isNull();
        assertThat(ledger.database().activeConnections()).isZero();
        other.close();
        ledger.close();
    }

    @Test
    void twoHundredConcurrentTakesAgainstABalanceForAHundredAndTwentyGiveExactlyAHundredAndTwenty() {
        var wallet = TestLedger.wallet("THB");
        ledger.topUp(wallet, 120 * 50);
        var outcomes = together(
                200,
                number -> number % 2 == 0
                        ? ledger.move(Move.of(wallet, PostingType.PAYOUT_CAPTURE, 50))
                        : other.move(Move.of(wallet, PostingType.PAYOUT_RESERVE, 50)));
        assertThat(codes(outcomes)).hasSize(80).containsOnly("INSUFFICIENT_BALANCE");
        var row = ledger.row(wallet);
        assertThat(row.available()).isZero();
        assertThat(row.held() + row.inTransit()).isEqualTo(6_000);
        assertThat(row.lastSeq()).isEqualTo(121);
    }

    @Test
    void aPoisonedCommandFailsAloneAndTheOthersOfItsGroupPass() {
        var wallet = TestLedger.wallet("THB");
        ledger.topUp(wallet, 1_000);
        var outcomes = together(64, number -> {
            var move = Move.of(wallet, PostingType.PAYOUT_CAPTURE, 1);
            return ledger.move(number == 17 || number == 40 ? move.poison() : move);
        });
        assertThat(failures(outcomes))
                .hasSize(2)
                .allSatisfy(failure -> assertThat(failure)
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessage("a command failed")
                        .hasRootCauseMessage("poison"));
        assertThat(ledger.row(wallet).inTransit()).isEqualTo(62);
    }

    @Test
    void aDuplicateOnTheSameNodeIsRefusedWhileTheFirstRuns() throws Exception {
        var wallet = TestLedger.wallet("THB");
        ledger.topUp(wallet, 100);
        var move = Move.of(wallet, PostingType.PAYOUT_CAPTURE, 10);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var first = whileLocked(wallet, () -> {
                var running = threads.submit(() -> ledger.request(move, "duplicate", "{}"));
                await().until(ledger::aTransactionAwaitsALock);
                assertThatThrownBy(() -> ledger.request(move, "duplicate", "{}"))
                        .isInstanceOfSatisfying(
                                Problem.Conflict.class,
                                problem -> assertThat(problem.code()).isEqualTo("IDEMPOTENCY_REQUEST_IN_PROGRESS"));
                return running;
            });
            assertThat(first.get().replayed()).isFalse();
        }
        assertThat(ledger.row(wallet).inTransit()).isEqualTo(10);
    }

    @Test
    void duplicatesOnTwoNodesTakeEffectOnceAndTheOtherIsReplayedOrRefused() {
        var wallet = TestLedger.wallet("THB");
        ledger.topUp(wallet, 10_000);
        for (int round = 0; round < 25; round++) {
            var key = "round-" + round;
            var outcomes = together(
                    8,
                    number -> (number % 2 == 0 ? ledger : other)
                            .request(Move.of(wallet, PostingType.PAYOUT_CAPTURE, 10), key, "{}"));
            assertThat(codes(outcomes)).allMatch("IDEMPOTENCY_REQUEST_IN_PROGRESS"::equals);
            var answers = answers(outcomes);
            assertThat(answers.stream().filter(answer -> !answer.replayed())).hasSize(1);
            assertThat(answers.stream()
                            .map(answer -> new String(answer.data(), StandardCharsets.UTF_8))
                            .distinct())
                    .hasSize(1);
        }
        assertThat(ledger.row(wallet).inTransit()).isEqualTo(250);
    }

    @Test
    void duplicatesInTwoWalletsOfOneOrganizationTakeEffectOnce() {
        var baht = TestLedger.wallet("THB");
        var dollar = new WalletKey(baht.organizationId(), false, "USD");
        for (int round = 0; round < 25; round++) {
            var key = "round-" + round;
            // Different wallets, so no wallet's lock makes the one wait for the other: only the record's key does.
            together(
                    2,
                    number -> (number == 0 ? ledger : other)
                            .request(Move.of(number == 0 ? baht : dollar, PostingType.SANDBOX_TOP_UP, 1), key, "{}"));
        }
        var sums = ledger.database().run(session -> LedgerStore.wallets(session, baht.organizationId(), false)).stream()
                .mapToLong(Wallet::available)
                .sum();
        assertThat(sums).isEqualTo(25);
    }

    @Test
    void aReplayIsByteIdenticalAndMovesNothing() {
        var wallet = TestLedger.wallet("THB");
        var first = ledger.request(Move.of(wallet, PostingType.SANDBOX_TOP_UP, 70), "again", "{\"a\":1}");
        var second = other.request(Move.of(wallet, PostingType.SANDBOX_TOP_UP, 70), "again", "{\"a\":1}");
        assertThat(second.status()).isEqualTo(201);
        assertThat(second.data()).isEqualTo(first.data()).isEqualTo(Json.bytes(Map.of("available", 70)));
        assertThat(second.replayed()).isTrue();
        assertThat(ledger.row(wallet).available()).isEqualTo(70);
    }

    @Test
    void theSameKeyWithAnotherBodyIsAReuse() {
        var wallet = TestLedger.wallet("THB");
        ledger.request(Move.of(wallet, PostingType.SANDBOX_TOP_UP, 70), "reused", "{\"a\":1}");
        assertThatThrownBy(() -> ledger.request(Move.of(wallet, PostingType.SANDBOX_TOP_UP, 71), "reused", "{\"a\":2}"))
                .isInstanceOfSatisfying(
                        Problem.Conflict.class,
                        problem -> assertThat(problem.code()).isEqualTo("IDEMPOTENCY_KEY_REUSED"));
        assertThat(ledger.row(wallet).available()).isEqualTo(70);
    }

    @Test
    void aRefusedCommandLeavesNoRecordAndRunsAnew() {
        var wallet = TestLedger.wallet("THB");
        var take = Move.of(wallet, PostingType.PAYOUT_CAPTURE, 5);
        assertThatThrownBy(() -> ledger.request(take, "retry", "{}")).isInstanceOf(Problem.Refused.class);
        ledger.topUp(wallet, 5);
        assertThat(ledger.request(take, "retry", "{}").replayed()).isFalse();
        assertThat(ledger.row(wallet).inTransit()).isEqualTo(5);
    }

    @Test
    void aRefusedCommandCreatesNoWallet() {
        var wallet = TestLedger.wallet("THB");
        assertThatThrownBy(() -> ledger.move(Move.of(wallet, PostingType.PAYOUT_CAPTURE, 10)))
                .isInstanceOf(Problem.Refused.class);
        var wallets = ledger.database()
                .run(session -> LedgerStore.wallets(session, wallet.organizationId(), wallet.livemode()));
        assertThat(wallets).isEmpty();
    }

    @Test
    void theSameKeyOfTheOtherEnvironmentOrOfAnotherOrganizationIsAnotherKey() {
        var test = TestLedger.wallet("THB");
        var live = new WalletKey(test.organizationId(), true, "THB");
        for (var wallet : List.of(test, live, TestLedger.wallet("THB"))) {
            ledger.request(Move.of(wallet, PostingType.SANDBOX_TOP_UP, 3), "shared", wallet.toString());
            assertThat(ledger.row(wallet).available()).isEqualTo(3);
        }
    }

    @Test
    void aCommandThatWaitsTooLongForALockIs503AndMovesNothing() throws Exception {
        var wallet = TestLedger.wallet("THB");
        ledger.topUp(wallet, 5);
        var outcomes = whileLocked(
                wallet, () -> together(1, number -> ledger.move(Move.of(wallet, PostingType.PAYOUT_CAPTURE, 1))));
        assertThat(codes(outcomes)).hasSize(1).containsOnly("SERVICE_UNAVAILABLE");
        assertThat(ledger.row(wallet).available()).isEqualTo(5);
    }

    @Test
    void aWalletIsNeverNegativeAlsoAgainstRawSql() {
        var wallet = TestLedger.wallet("THB");
        ledger.topUp(wallet, 5);
        for (var column : List.of("available", "held", "in_transit")) {
            assertThatThrownBy(() -> ledger.asOwner("UPDATE wallet SET " + column + " = -1 WHERE organization_id = '"
                            + wallet.organizationId() + "'"))
                    .hasStackTraceContaining("violates check constraint");
        }
    }

    @Test
    void theServiceItselfCanNeitherChangeNorDeleteWhatIsInTheJournal() {
        for (var sql : List.of(
                "UPDATE transfer SET amount = 1",
                "DELETE FROM transfer",
                "UPDATE seal SET to_seq = 1",
                "DELETE FROM seal")) {
            assertThatThrownBy(() ->
                            ledger.database().run(session -> session.sql(sql).run()))
                    .hasStackTraceContaining("permission denied");
        }
    }

    @Test
    void connectionsKilledInTheMiddleOfGroupsLoseAndDoubleNothing() throws Exception {
        var wallet = TestLedger.wallet("THB");
        ledger.topUp(wallet, 1_000_000);
        var answers = new ArrayList<StoredAnswer>();
        // A node of its own: its pool keeps connections that were killed after their commits.
        try (var node = ledger.anotherNode()) {
            var killing = new AtomicBoolean(true);
            var killer = Thread.ofVirtual().start(() -> kill(killing));
            try {
                for (var outcome : together(
                        600,
                        number ->
                                persistently(node, Move.of(wallet, PostingType.PAYOUT_CAPTURE, 1), "kill-" + number))) {
                    answers.add(outcome.get());
                }
            } finally {
                killing.set(false);
                killer.join();
            }
        }
        assertThat(answers).hasSize(600);
        assertThat(ledger.row(wallet).inTransit()).isEqualTo(600);
        assertThat(ledger.row(wallet).lastSeq()).isEqualTo(601);
    }

    private void kill(AtomicBoolean killing) {
        while (killing.get()) {
            // Only connections that are in a transaction.
            ledger.asOwnerQuery("""
                    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                    WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL
                    """);
            pause(15);
        }
    }

    /** As the merchants' guide says: a request that was not answered, or with 503, is repeated with the same key. */
    private static StoredAnswer persistently(TestLedger node, Move move, String key) {
        for (int attempt = 0; ; attempt++) {
            pause(attempt == 0 ? (int) (Math.random() * 2_000) : 50);
            try {
                return node.request(move, key, "{}");
            } catch (DatabaseUnavailable | Problem.Unavailable broken) {
                if (attempt == 100) {
                    throw broken;
                }
            }
        }
    }

    @Test
    void aClosedQueueFinishesWhatIsQueuedAndTakesNothingMore() {
        var node = ledger.anotherNode();
        var wallet = TestLedger.wallet("THB");
        node.topUp(wallet, 10_000);
        var outcomes = together(300, number -> {
            if (number == 150) {
                node.groupCommit().close();
                return 0L;
            }
            return node.groupCommit()
                    .run(
                            new Moving(canBeDecidedBeforeLocks),
                            Move.of(wallet, PostingType.PAYOUT_CAPTURE, 1),
                            wallet.organizationId(),
                            false);
        });
        var refused = codes(outcomes);
        assertThat(refused).allMatch("SERVICE_UNAVAILABLE"::equals);
        assertThat(ledger.row(wallet).inTransit()).isEqualTo(299 - refused.size());
        node.close();
    }

    private interface Task<T> {
        T run(int number) throws Exception;
    }

    /** Runs a task so often at once; every one has ended. */
    private static <T> List<Future<T>> together(int count, Task<T> task) {
        var start = new CountDownLatch(1);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var futures = new ArrayList<Future<T>>();
            for (int number = 0; number < count; number++) {
                var mine = number;
                futures.add(threads.submit(() -> {
                    start.await();
                    return task.run(mine);
                }));
            }
            start.countDown();
            return futures;
        }
    }

    private static List<Throwable> failures(List<? extends Future<?>> outcomes) {
        return outcomes.stream()
                .filter(outcome -> outcome.state() == Future.State.FAILED)
                .map(Future::exceptionNow)
                .toList();
    }

    private static List<String> codes(List<? extends Future<?>> outcomes) {
        return failures(outcomes).stream()
                .map(failure -> failure instanceof Problem problem ? problem.code() : failure.toString())
                .toList();
    }

    private static List<StoredAnswer> answers(List<Future<StoredAnswer>> outcomes) {
        return outcomes.stream()
                .filter(outcome -> outcome.state() == Future.State.SUCCESS)
                .map(Future::resultNow)
                .toList();
    }

    /** Does something while another transaction holds the wallet's row. */
    private <T> T whileLocked(WalletKey wallet, Callable<T> work) throws Exception {
        return other.database().transaction(session -> {
            session.sql("SELECT 1 AS one FROM wallet WHERE organization_id = cast(:id AS uuid) FOR UPDATE")
                    .bind("id", wallet.organizationId())
                    .list(row -> row.number("one"));
            try {
                return work.call();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private static void pause(int ms) {
        try {
            Thread.sleep(ms);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
