package io.tical.server.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.db.Session;
import io.tical.server.idempotency.IdempotencyKey;
import io.tical.server.idempotency.IdempotencyRecords;
import io.tical.server.idempotency.IdempotentRequest;
import io.tical.server.idempotency.Principal;
import io.tical.server.ledger.Moving.Move;
import io.tical.server.problem.Problem;
import java.util.List;
import java.util.function.Supplier;
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
        public Group<Move, Long> begin(Session session, List<Move> commands) {
            at(Place.BEGIN);
            return new Moving.Moves(commands) {
                @Override
                public Long decide(Move command, LockedWallets locked) {
                    var decided = super.decide(command, locked);
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
        var move = Move.of(wallet, Posting.PAYOUT_CAPTURE, 7);
        assertThatThrownBy(() -> ledger.groupCommit().run(failing, move, wallet.organizationId(), false))
                .isInstanceOf(answered);
        ledger.move(Move.of(wallet, Posting.PAYOUT_CAPTURE, 1));
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
        var key = new IdempotencyKey(new Principal.Merchant(wallet.organizationId(), false), "unrendered");
        var request = new IdempotentRequest<Long>(key, 1, available -> {
            throw new Problem.Conflict("TOO_LATE", "refused after the effect");
        });
        assertThatThrownBy(() ->
                        ledger.groupCommit().answer(Moving.MOVING, Move.of(wallet, Posting.PAYOUT_CAPTURE, 7), request))
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
    void anErrorOfTheVirtualMachineEndsTheProcess() {
        fails(Place.APART, () -> new OutOfMemoryError("test"), Problem.Unavailable.class);
        fails(Place.DECIDE, () -> new OutOfMemoryError("test"), IllegalStateException.class);
        assertThat(ledger.fatal()).hasSize(2).allMatch(OutOfMemoryError.class::isInstance);
    }
}
