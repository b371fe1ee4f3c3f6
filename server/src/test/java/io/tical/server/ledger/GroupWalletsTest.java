package io.tical.server.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.db.AlteredRow;
import io.tical.server.key.WalletKey;
import io.tical.server.problem.Problem;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class GroupWalletsTest {
    private static final Instant NOW = Instant.parse("2026-03-04T05:06:07.089Z");
    private static final LocalDate TODAY = LocalDate.of(2026, 3, 4);
    private static final WalletKey KEY = new WalletKey(UUID.randomUUID(), true, "THB");

    private static GroupWallets wallets(long available) {
        return wallets(new Wallet(KEY, available, 0, 0, null, 0, 7, NOW.minusSeconds(1)));
    }

    private static GroupWallets wallets(Wallet wallet) {
        return new GroupWallets(NOW, List.of(wallet));
    }

    private static Movement move(PostingType posting, long amount) {
        return new Movement(posting, amount, UUID.randomUUID());
    }

    @Test
    void movementsThatAreNotAllCoveredMoveNothing() {
        var wallets = wallets(100);
        assertThatThrownBy(() -> wallets.post(
                        KEY, List.of(move(PostingType.PAYOUT_CAPTURE, 60), move(PostingType.PAYOUT_RESERVE, 41))))
                .isInstanceOfSatisfying(
                        Problem.Refused.class,
                        problem -> assertThat(problem.code()).isEqualTo("INSUFFICIENT_BALANCE"));
        assertThat(wallets.wallet(KEY).available()).isEqualTo(100);
        assertThat(wallets.wallet(KEY).lastSeq()).isEqualTo(7);
        assertThat(wallets.transfers()).isEmpty();
    }

    @Test
    void theWholeBalanceCanBeTakenAndNotOneMore() {
        var wallets = wallets(100);
        wallets.post(KEY, List.of(move(PostingType.PAYOUT_CAPTURE, 100)));
        assertThat(wallets.wallet(KEY).available()).isZero();
        assertThatThrownBy(() -> wallets.post(KEY, List.of(move(PostingType.PAYOUT_CAPTURE, 1))))
                .isInstanceOf(Problem.Refused.class);
    }

    /** What a transaction has put there must be there. */
    @Test
    void anotherBalanceThatDoesNotCoverAMovementContradictsItsTransaction() {
        var wallets = wallets(100);
        assertThatThrownBy(() -> wallets.post(KEY, List.of(move(PostingType.PAYOUT_RELEASE, 1))))
                .isInstanceOf(AlteredRow.class)
                .hasMessageContaining("the held balance of 0 does not cover 1 of ");
    }

    @Test
    void aMovementOfNothingIsNotWrittenAndANegativeOneIsAFault() {
        var wallets = wallets(100);
        wallets.post(KEY, List.of(move(PostingType.PAYOUT_FEE, 0)));
        assertThat(wallets.transfers()).isEmpty();
        assertThatThrownBy(() -> wallets.post(KEY, List.of(move(PostingType.SANDBOX_TOP_UP, -1))))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void anAmountThatOverflowsIsAFaultAndNotAWrapAround() {
        var wallets = wallets(Long.MAX_VALUE);
        assertThatThrownBy(() -> wallets.post(KEY, List.of(move(PostingType.SANDBOX_TOP_UP, 1))))
                .isInstanceOf(ArithmeticException.class);
        assertThat(wallets.wallet(KEY).available()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void timeNeverFallsWithinAWalletWhateverAClockDoes() {
        var later = NOW.plusSeconds(5);
        var wallets = wallets(new Wallet(KEY, 10, 0, 0, null, 0, 1, later));
        wallets.post(KEY, List.of(move(PostingType.PAYOUT_CAPTURE, 1)));
        assertThat(wallets.transfers().getFirst().createdAt()).isEqualTo(later);
        assertThat(wallets.wallet(KEY).updatedAt()).isEqualTo(later);
    }

    @Test
    void aWalletOfAnotherGroupCannotBeAskedFor() {
        assertThatThrownBy(() -> wallets(1).wallet(TestLedger.wallet("THB")))
                .hasMessageContaining("is not a wallet of this group");
    }

    @Test
    void theDailyCounterFollowsTheNewestDayAndGivesBackOnlyItsOwn() {
        var wallets = wallets(100);
        assertThat(wallets.dailyUsed(KEY, TODAY)).isZero();
        wallets.countDaily(KEY, TODAY, 30);
        wallets.countDaily(KEY, TODAY, 12);
        assertThat(wallets.dailyUsed(KEY, TODAY)).isEqualTo(42);
        wallets.releaseDaily(KEY, TODAY, 30);
        assertThat(wallets.dailyUsed(KEY, TODAY)).isEqualTo(12);
        var tomorrow = TODAY.plusDays(1);
        wallets.countDaily(KEY, tomorrow, 5);
        assertThat(wallets.dailyUsed(KEY, tomorrow)).isEqualTo(5);
        assertThat(wallets.dailyUsed(KEY, TODAY)).isZero();
        wallets.releaseDaily(KEY, TODAY, 12);
        wallets.countDaily(KEY, TODAY, 100);
        assertThat(wallets.dailyUsed(KEY, tomorrow)).isEqualTo(5);
    }
}
