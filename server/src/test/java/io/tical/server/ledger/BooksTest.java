package io.tical.server.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.server.http.Problem;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class BooksTest {
    private static final Instant NOW = Instant.parse("2026-03-04T05:06:07.089Z");
    private static final LocalDate TODAY = LocalDate.of(2026, 3, 4);
    private static final WalletKey KEY = new WalletKey(UUID.randomUUID(), true, "THB");

    private static Books books(long available) {
        return new Books(NOW, List.of(new Wallet(KEY, available, 0, 0, null, 0, 7, NOW.minusSeconds(1))));
    }

    private static Movement move(Posting posting, long amount) {
        return new Movement(posting, amount, UUID.randomUUID());
    }

    @Test
    void movementsThatAreNotAllCoveredMoveNothing() {
        var books = books(100);
        assertThatThrownBy(() ->
                        books.post(KEY, List.of(move(Posting.PAYOUT_CAPTURE, 60), move(Posting.PAYOUT_RESERVE, 41))))
                .isInstanceOfSatisfying(
                        Problem.Refused.class,
                        problem -> assertThat(problem.code()).isEqualTo("INSUFFICIENT_BALANCE"));
        assertThat(books.wallet(KEY).available()).isEqualTo(100);
        assertThat(books.wallet(KEY).lastSeq()).isEqualTo(7);
        assertThat(books.transfers()).isEmpty();
    }

    @Test
    void theWholeBalanceCanBeTakenAndNotOneMore() {
        var books = books(100);
        books.post(KEY, List.of(move(Posting.PAYOUT_CAPTURE, 100)));
        assertThat(books.wallet(KEY).available()).isZero();
        assertThatThrownBy(() -> books.post(KEY, List.of(move(Posting.PAYOUT_CAPTURE, 1))))
                .isInstanceOf(Problem.Refused.class);
    }

    @Test
    void aMovementOfNothingIsNotWrittenAndANegativeOneIsAFault() {
        var books = books(100);
        books.post(KEY, List.of(move(Posting.PAYOUT_FEE, 0)));
        assertThat(books.transfers()).isEmpty();
        assertThatThrownBy(() -> books.post(KEY, List.of(move(Posting.SANDBOX_TOP_UP, -1))))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void anAmountThatOverflowsIsAFaultAndNotAWrapAround() {
        var books = books(Long.MAX_VALUE);
        assertThatThrownBy(() -> books.post(KEY, List.of(move(Posting.SANDBOX_TOP_UP, 1))))
                .isInstanceOf(ArithmeticException.class);
        assertThat(books.wallet(KEY).available()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void timeNeverFallsWithinAWalletWhateverAClockDoes() {
        var later = NOW.plusSeconds(5);
        var books = new Books(NOW, List.of(new Wallet(KEY, 10, 0, 0, null, 0, 1, later)));
        books.post(KEY, List.of(move(Posting.PAYOUT_CAPTURE, 1)));
        assertThat(books.transfers().getFirst().createdAt()).isEqualTo(later);
        assertThat(books.wallet(KEY).updatedAt()).isEqualTo(later);
    }

    @Test
    void aWalletThatWasNotLockedCannotBeAskedFor() {
        assertThatThrownBy(() -> books(1).wallet(TestLedger.wallet("THB"))).hasMessageContaining("was not locked");
    }

    @Test
    void theDailyCounterFollowsTheNewestDayAndGivesBackOnlyItsOwn() {
        var books = books(100);
        assertThat(books.dailyUsed(KEY, TODAY)).isZero();
        books.countDaily(KEY, TODAY, 30);
        books.countDaily(KEY, TODAY, 12);
        assertThat(books.dailyUsed(KEY, TODAY)).isEqualTo(42);
        books.releaseDaily(KEY, TODAY, 30);
        assertThat(books.dailyUsed(KEY, TODAY)).isEqualTo(12);
        var tomorrow = TODAY.plusDays(1);
        books.countDaily(KEY, tomorrow, 5);
        assertThat(books.dailyUsed(KEY, tomorrow)).isEqualTo(5);
        assertThat(books.dailyUsed(KEY, TODAY)).isZero();
        books.releaseDaily(KEY, TODAY, 12);
        books.countDaily(KEY, TODAY, 100);
        assertThat(books.dailyUsed(KEY, tomorrow)).isEqualTo(5);
    }
}
