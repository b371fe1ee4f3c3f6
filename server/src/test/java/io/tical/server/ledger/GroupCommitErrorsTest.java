package io.tical.server.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tical.common.Json;
import io.tical.db.Session;
import io.tical.db.TestDatabase;
import io.tical.server.CommitBreaker;
import io.tical.server.idempotency.IdempotencyKey;
import io.tical.server.idempotency.IdempotencyRecords;
import io.tical.server.idempotency.IdempotencyRecords.ConcurrentDuplicate;
import io.tical.server.idempotency.IdempotentRequest;
import io.tical.server.idempotency.Principal;
import io.tical.server.idempotency.StoredAnswer;
import io.tical.server.key.WalletKey;
import io.tical.server.ledger.Moving.Move;
import io.tical.server.problem.Problem;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An error fails the command in which it happens, at most its queue's thread, and every caller is answered. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class GroupCommitErrorsTest {
    private TestLedger ledger;
    private WalletKey wallet;

    @BeforeEach
    void open() {
        ledger = TestLedger.open();
        wallet = TestLedger.wallet("THB");
        ledger.topUp(wallet, 100);
    }

    @AfterEach
    void close() {
        ledger.close();
    }

    /** Where an operation fails. */
    private enum Place {
        APART,
        BEGIN,
        DECIDE,
        WRITE
    }

    private record Failing(Place place, Supplier<Error> error) implements GroupOperation<Move, Long> {
        private void at(Place now) {
            if (now == place) {
                throw error.get();
            }
        }

        @Override
        public boolean needsOwnTransaction() {
            at(Place.APART);
            return false;
        }

        @Override
        public Part<Move, Long> begin(Session session, List<Move> commands) {
            at(Place.BEGIN);
            return new Moving.Moves(commands) {
                @Override
                public Long decide(Move command, GroupWallets wallets) {
                    var decided = super.decide(command, wallets);
                    at(Place.DECIDE);
                    return decided;
                }

                @Override
                public void write(Session same) {
                    same.send();
                    at(Place.WRITE);
                }
            };
        }
    }

    private void fails(Place place, Supplier<Error> error, Class<? extends RuntimeException> answered) {
        var failing = new Failing(place, error);
        var move = Move.of(wallet, PostingType.PAYOUT_CAPTURE, 7);
        assertThatThrownBy(() -> ledger.groupCommit().run(failing, move, wallet.organizationId(), false))
                .isInstanceOf(answered);
        ledger.move(Move.of(wallet, PostingType.PAYOUT_CAPTURE, 1));
    }

    @Test
    void anErrorOfACommandFailsThatCommandAndNothingMoves() {
        for (var place : new Place[] {Place.BEGIN, Place.DECIDE, Place.WRITE}) {
            fails(place, StackOverflowError::new, IllegalStateException.class);
            fails(place, () -> new NoClassDefFoundError("gone"), IllegalStateException.class);
        }
        assertThat(ledger.row(wallet).inTransit()).isEqualTo(6);
        assertThat(ledger.fatal()).isEmpty();
    }

    @Test
    void anAnswerThatCannotBeRenderedFailsItsCommandAndNothingMoves() {
        var key = new IdempotencyKey(new Principal(wallet.organizationId(), false), "unrendered");
        var request = new IdempotentRequest<Long>(key, 1, available -> {
            throw new Problem.Conflict("TOO_LATE", "refused after the effect");
        });
        assertThatThrownBy(() -> ledger.groupCommit()
                        .answer(Moving.MOVING, Move.of(wallet, PostingType.PAYOUT_CAPTURE, 7), request))
                .isInstanceOf(IllegalStateException.class);
        assertThat(ledger.row(wallet).inTransit()).isZero();
        assertThat(new IdempotencyRecords(ledger.database()).isRecorded(key)).isFalse();
    }

    @Test
    void aThreadThatDiesIsReplacedAndItsCallersGetAnUnknownOutcome() {
        fails(Place.APART, () -> new NoClassDefFoundError("gone"), Problem.Unavailable.class);
        fails(Place.APART, StackOverflowError::new, Problem.Unavailable.class);
        assertThat(ledger.row(wallet).inTransit()).isEqualTo(2);
        assertThat(ledger.fatal()).isEmpty();
    }

    @Test
    void aCommandThatOthersOvertakeForTooLongIsAnsweredThatTheServiceIsUnavailable() {
        var groupCommit = ledger.groupCommit();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var overtaken = Stream.<Supplier<RuntimeException>>of(Outdated::new, ConcurrentDuplicate::new)
                    .map(failure -> {
                        var move = Move.of(TestLedger.wallet("THB"), PostingType.SANDBOX_TOP_UP, 7);
                        var organization = move.wallet().organizationId();
                        return threads.submit(() -> groupCommit.run(new Overtaken(failure), move, organization, false));
                    })
                    .toList();
            // The outcome of the second is unknown if it shares the queue of the first, and so waits for longer than an
            // answer may take.
            assertThat(overtaken)
                    .allSatisfy(one -> assertThatThrownBy(one::get).hasRootCauseInstanceOf(Problem.Unavailable.class));
        }
    }

    /** Another transaction always commits first. */
    private record Overtaken(Supplier<RuntimeException> failure) implements GroupOperation<Move, Long> {
        @Override
        public Part<Move, Long> begin(Session session, List<Move> commands) {
            return new Moving.Moves(commands) {
                @Override
                public void write(Session same) {
                    throw failure.get();
                }
            };
        }
    }

    @Test
    void aReplayInAGroupWhoseCommitBrokeRemainsAReplay() throws Exception {
        var direct = TestDatabase.settings();
        try (var breaker = new CommitBreaker(direct);
                var node = TestLedger.on(breaker.settings(direct));
                var owner = TestDatabase.owner(direct);
                var lock = owner.createStatement()) {
            assertThat(topUp(node, "stored").replayed()).isFalse();
            owner.setAutoCommit(false);
            lock.execute("SELECT 1 FROM wallet FOR UPDATE");
            breaker.breakAfter(1);
            // Both wait in the queue until this one has its lock, and so share a group.
            var ahead = queued(() -> topUp(node, "ahead"));
            await().until(node::aTransactionAwaitsALock);
            var replayed = queued(() -> topUp(node, "stored"));
            var executed = queued(() -> topUp(node, "executed"));
            owner.rollback();
            assertThat(ahead.get().replayed()).isFalse();
            assertThat(replayed.get().replayed()).isTrue();
            assertThat(executed.get().replayed()).isFalse();
            assertThat(breaker.broken()).isOne();
            assertThat(node.row(wallet).available()).isEqualTo(3);
        }
    }

    /** On a locked wallet, so that the next group is taken when this one has its locks. */
    private StoredAnswer topUp(TestLedger node, String key) {
        var request = new IdempotentRequest<Long>(
                new IdempotencyKey(new Principal(wallet.organizationId(), false), key),
                1,
                available -> new StoredAnswer(201, Json.bytes(Map.of("available", available))));
        return node.groupCommit().answer(new Moving(false), Move.of(wallet, PostingType.SANDBOX_TOP_UP, 1), request);
    }

    private static <T> Future<T> queued(Callable<T> call) {
        var task = new FutureTask<>(call);
        var thread = Thread.ofPlatform().start(task);
        await().pollInterval(Duration.ofMillis(2)).until(() -> thread.getState() == Thread.State.TIMED_WAITING);
        return task;
    }

    /** However often its command is run again, it is answered within 3 s of its call: with the last test of a connection. */
    @Test
    void aCallerWaitsForTheDatabaseFromItsCallOn() {
        var first = waiting();
        var second = waiting();
        assertThat(GroupCommit.connectedBy(List.of(second, first)) - first.queuedAt())
                .isEqualTo(GroupCommit.UNAVAILABLE_MAX.toNanos());
        assertThat(GroupCommit.UNAVAILABLE_MAX).isLessThanOrEqualTo(Duration.ofMillis(2_500));
    }

    private static QueuedCommand<?, ?, ?> waiting() {
        return new QueuedCommand<Move, Long, Long>(
                new Moving(false),
                Move.of(TestLedger.wallet("THB"), PostingType.SANDBOX_TOP_UP, 1),
                null,
                (_, effect, _) -> effect);
    }

    @Test
    void anErrorOfTheVirtualMachineEndsTheProcess() {
        fails(Place.APART, () -> new OutOfMemoryError("test"), Problem.Unavailable.class);
        fails(Place.DECIDE, () -> new OutOfMemoryError("test"), IllegalStateException.class);
        assertThat(ledger.fatal()).hasSize(2).allMatch(OutOfMemoryError.class::isInstance);
    }
}
