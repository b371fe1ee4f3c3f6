package io.tical.server.bank;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.Ids;
import io.tical.common.admin.BankAccountState.Gap;
import io.tical.server.bank.StatementStore.Stored;
import io.tical.server.bankfile.BankStatement;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is missing between statements. */
class StatementGapsTest {
    private static final UUID ACCOUNT = UUID.randomUUID();

    private static Stored statement(int from, int to, @Nullable Long opening, @Nullable Long closing) {
        return page(1, from, to, opening, closing);
    }

    private static Stored page(int page, int from, int to, @Nullable Long opening, @Nullable Long closing) {
        return new Stored(
                Ids.next(),
                UUID.randomUUID(),
                ACCOUNT,
                true,
                BankStatement.Kind.FINAL,
                "camt.053",
                "S" + from,
                page,
                page,
                false,
                day(from),
                day(to),
                opening,
                closing,
                BankStatement.Proof.NONE,
                0,
                0,
                null,
                null,
                null);
    }

    private static LocalDate day(int day) {
        return LocalDate.of(2026, 11, day);
    }

    private static Gap balance(int until, int from, long closing, long opening) {
        return new Gap("balance", day(until).toString(), day(from).toString(), closing, opening);
    }

    private static Gap days(int until, int from) {
        return new Gap("days", day(until).toString(), day(from).toString(), null, null);
    }

    @Test
    void statementsThatContinueHaveNoGap() {
        assertThat(StatementGaps.between(List.of())).isEmpty();
        assertThat(StatementGaps.between(
                        List.of(statement(4, 4, 30L, 20L), statement(1, 2, 0L, 10L), statement(3, 3, 10L, 30L))))
                .isEmpty();
    }

    @Test
    void balancesThatAgreeProveDaysThatNoStatementSays() {
        assertThat(StatementGaps.between(List.of(statement(1, 1, 0L, 10L), statement(5, 5, 10L, 30L))))
                .isEmpty();
    }

    @Test
    void balancesThatDifferAreAGap() {
        assertThat(StatementGaps.between(
                        List.of(statement(1, 1, 0L, 10L), statement(2, 2, 15L, 30L), statement(5, 5, 40L, 40L))))
                .containsExactly(balance(1, 2, 10, 15), balance(2, 5, 30, 40));
    }

    @Test
    void daysWithoutBalancesAreAGap() {
        assertThat(StatementGaps.between(
                        List.of(statement(1, 1, 0L, 10L), statement(2, 2, null, null), statement(5, 5, 40L, 40L))))
                .containsExactly(days(2, 5));
    }

    @Test
    void pagesAndStatementsOfTheSameDaysAreNoGap() {
        assertThat(StatementGaps.between(List.of(
                        statement(1, 10, 0L, 100L),
                        statement(3, 3, 7L, 8L),
                        page(1, 11, 11, 100L, 130L),
                        page(2, 11, 11, 130L, 150L),
                        statement(12, 12, 150L, 160L))))
                .isEmpty();
    }
}
