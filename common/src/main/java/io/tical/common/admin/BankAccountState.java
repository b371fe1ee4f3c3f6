package io.tical.common.admin;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What statements say of a collection account in one environment. Amounts are minor units, days are written {@code 2026-11-20}.
 *
 * @param id of the collection account
 * @param statement the statement that ends last; null without one
 * @param balance the closing balance that is the latest; null if no statement has one
 * @param credits of the entries since {@code since}, those into the account
 * @param debits of the entries since {@code since}, those out of the account
 * @param since the first of the booking days of {@code credits} and {@code debits}
 * @param expected which statements the account should get, and the last of them; null if it should get none
 * @param ledger what it has by the ledger; null before its first day is closed
 * @param gapCount how many gaps there are in the last year
 * @param gaps the last ones of them, newest first; at most 20
 */
public record BankAccountState(
        UUID id,
        boolean livemode,
        String currency,
        @Nullable Statement statement,
        @Nullable Balance balance,
        String since,
        Share credits,
        Share debits,
        Open open,
        @Nullable Expected expected,
        @Nullable Ledger ledger,
        int gapCount,
        List<Gap> gaps) {
    /**
     * A statement.
     *
     * @param kind {@code final}, {@code intraday} or {@code notification}
     * @param from null if the file does not say it
     * @param proof {@code proved}, {@code chain}, {@code sums} or {@code none}
     * @param daysAgo how many days ago its last day was at the bank; zero for today
     * @param until up to when it can say something: the end of its last day at the bank, or when it came if that was earlier
     */
    public record Statement(
            UUID fileId,
            String kind,
            @Nullable String from,
            String to,
            String proof,
            int daysAgo,
            long importedAt,
            long until) {}

    /**
     * The statements that an account should get.
     *
     * @param statements {@code intraday} or {@code end_of_day}
     * @param hours how old the last of them may become
     * @param until up to when the last of them can say something; null without one
     * @param late whether it is older than that
     */
    public record Expected(
            String statements, int hours, @Nullable Long until, boolean late) {}

    /**
     * What an account has by the ledger at the end of its last closed day.
     *
     * @param amount by the ledger
     * @param bank by the bank
     */
    public record Ledger(String day, long amount, long bank) {}

    /**
     * What an account had at the end of a statement.
     *
     * @param day its last day
     */
    public record Balance(UUID fileId, String day, long amount) {}

    /**
     * How many entries are explained, and how much money.
     *
     * @param amount the sum of all of them, not negative
     * @param explainedAmount the sum of those that are explained, not negative
     */
    public record Share(long entries, long explained, long amount, long explainedAmount) {
        public Share plus(Share other) {
            return new Share(
                    entries + other.entries,
                    explained + other.explained,
                    Math.addExact(amount, other.amount),
                    Math.addExact(explainedAmount, other.explainedAmount));
        }
    }

    /**
     * The entries that nobody has explained, of all times.
     *
     * @param credits their sum into the account
     * @param debits their sum out of the account, zero or negative
     * @param oldestId the one that was booked first; null without one
     * @param oldestDay on which it was booked
     */
    public record Open(
            long entries,
            long credits,
            long debits,
            @Nullable UUID oldestId,
            @Nullable String oldestDay) {}

    /**
     * What is missing between two statements.
     *
     * @param kind {@code balance}: the later one begins with another balance than the one before ended with; {@code days}: no statement says
     *     the days between them, and their balances do not show whether anything is missing
     * @param until the last day of the one before
     * @param from the first day of the later one
     * @param closing of the one before; null for {@code days}
     * @param opening of the later one; null for {@code days}
     */
    public record Gap(
            String kind,
            String until,
            String from,
            @Nullable Long closing,
            @Nullable Long opening) {}
}
