package io.tical.server.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.db.AlteredRow;
import io.tical.server.problem.Problem;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class LockedWalletsTest {
    private static final Instant NOW = Instant.parse("2026-03-04T05:06:07.089Z");
    private static final LocalDate TODAY = LocalDate.of(2026, 3, 4);
    private static final WalletKey KEY = new WalletKey(UUID.randomUUID(), true, "THB");

    private static LockedWallets locked(long available) {
        return locked(new Wallet(KEY, available, 0, 0, null, 0, 7, NOW.minusSeconds(1)));
    }

    private static LockedWallets locked(Wallet wallet) {
        return new LockedWallets(NOW, List.of(wallet));
    }

    private static Movement move(Posting posting, long amount) {
        return new Movement(posting, amount, UUID.randomUUID());
    }

    @Test
    void movementsThatAreNotAllCoveredMoveNothing() {
        var locked = locked(100);
        assertThatThrownBy(() ->
                        locked.post(KEY, List.of(move(Posting.PAYOUT_CAPTURE, 60), move(Posting.PAYOUT_RESERVE, 41))))
                .isInstanceOfSatisfying(
                        Problem.Refused.class,
                        problem -> assertThat(problem.code()).isEqualTo("INSUFFICIENT_BALANCE"));
        assertThat(locked.wallet(KEY).available()).isEqualTo(100);
        assertThat(locked.wallet(KEY).lastSeq()).isEqualTo(7);
        assertThat(locked.transfers()).isEmpty();
    }

    @Test
    void theWholeBalanceCanBeTakenAndNotOneMore() {
        var locked = locked(100);
        locked.post(KEY, List.of(move(Posting.PAYOUT_CAPTURE, 100)));
        assertThat(locked.wallet(KEY).available()).isZero();
        assertThatThrownBy(() -> locked.post(KEY, List.of(move(Posting.PAYOUT_CAPTURE, 1))))
                .isInstanceOf(Problem.Refused.class);
    }

    /** What a transaction has put there must be there. */
    @Test
    void anotherBalanceThatDoesNotCoverAMovementContradictsItsTransaction() {
        var locked = locked(100);
        assertThatThrownBy(() -> locked.post(KEY, List.of(move(Posting.PAYOUT_RELEASE, 1))))
                .isInstanceOf(AlteredRow.class)
                .hasMessageContaining("the held balance of 0 does not cover 1 of ");
    }

    @Test
    void aMovementOfNothingIsNotWrittenAndANegativeOneIsAFault() {
        var locked = locked(100);
        locked.post(KEY, List.of(move(Posting.PAYOUT_FEE, 0)));
        assertThat(locked.transfers()).isEmpty();
        assertThatThrownBy(() -> locked.post(KEY, List.of(move(Posting.SANDBOX_TOP_UP, -1))))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void anAmountThatOverflowsIsAFaultAndNotAWrapAround() {
        var locked = locked(Long.MAX_VALUE);
        assertThatThrownBy(() -> locked.post(KEY, List.of(move(Posting.SANDBOX_TOP_UP, 1))))
                .isInstanceOf(ArithmeticException.class);
        assertThat(locked.wallet(KEY).available()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void timeNeverFallsWithinAWalletWhateverAClockDoes() {
        var later = NOW.plusSeconds(5);
        var locked = locked(new Wallet(KEY, 10, 0, 0, null, 0, 1, later));
        locked.post(KEY, List.of(move(Posting.PAYOUT_CAPTURE, 1)));
        assertThat(locked.transfers().getFirst().createdAt()).isEqualTo(later);
        assertThat(locked.wallet(KEY).updatedAt()).isEqualTo(later);
    }

    @Test
    void aWalletThatWasNotLockedCannotBeAskedFor() {
        assertThatThrownBy(() -> locked(1).wallet(TestLedger.wallet("THB"))).hasMessageContaining("was not locked");
    }

    @Test
    void theDailyCounterFollowsTheNewestDayAndGivesBackOnlyItsOwn() {
        var locked = locked(100);
        assertThat(locked.dailyUsed(KEY, TODAY)).isZero();
        locked.countDaily(KEY, TODAY, 30);
        locked.countDaily(KEY, TODAY, 12);
        assertThat(locked.dailyUsed(KEY, TODAY)).isEqualTo(42);
        locked.releaseDaily(KEY, TODAY, 30);
        assertThat(locked.dailyUsed(KEY, TODAY)).isEqualTo(12);
        var tomorrow = TODAY.plusDays(1);
        locked.countDaily(KEY, tomorrow, 5);
        assertThat(locked.dailyUsed(KEY, tomorrow)).isEqualTo(5);
        assertThat(locked.dailyUsed(KEY, TODAY)).isZero();
        locked.releaseDaily(KEY, TODAY, 12);
        locked.countDaily(KEY, TODAY, 100);
        assertThat(locked.dailyUsed(KEY, tomorrow)).isEqualTo(5);
    }
}
