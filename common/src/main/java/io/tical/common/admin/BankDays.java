package io.tical.common.admin;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The days of the operator's accounts at banks. Days are written {@code 2026-11-20}; amounts are minor units. */
public final class BankDays {
    private BankDays() {}

    /**
     * A day of an account.
     *
     * @param status {@code open} or {@code closed}
     * @param complete whether statements say all of it
     * @param entries that the bank booked
     * @param open those that nobody has explained
     * @param amount the sum of the entries
     * @param number of its seal; null while it is open
     * @param approval a decision on it that waits for a second person; null without one
     */
    public record Day(
            UUID id,
            UUID accountId,
            boolean livemode,
            String day,
            String currency,
            String status,
            boolean complete,
            long entries,
            long open,
            long amount,
            @Nullable Long number,
            int version,
            long updatedAt,
            Approvals.@Nullable Row approval)
            implements WorkItem.OfService {}

    /**
     * A day with everything that a decision needs to know.
     *
     * @param opening the bank's balance before it; null while no statement proves it
     * @param closing the bank's balance after it; null while no statement proves it
     * @param quiet whether no statement is of the day itself, and the one after it begins as the one before it ended
     * @param contradicted whether another statement says other balances
     * @param lines the entries by what they are
     * @param ledger the balance by the ledger; null while it is not known, because a day before is open
     * @param differences between the bank and the ledger
     * @param unshown payments that were credited and that no entry until the end of the day shows; at most 100
     * @param hindrances why it cannot be closed now: {@code incomplete}, {@code not_over}, {@code matching}, {@code earlier_open},
     *     {@code before_first}
     * @param reasons why two people must close it: {@code first}, {@code open_entries}, {@code opening_difference},
     *     {@code statement_difference}, {@code amount_difference}, {@code contradicted}, {@code missing_payments}
     * @param state names what is shown; a decision says it
     * @param reopens the last day that its opening opens again; null while it is open
     * @param seals what was sealed of it, the newest first
     */
    public record Detail(
            Day day,
            @Nullable Long opening,
            @Nullable Long closing,
            boolean quiet,
            boolean contradicted,
            List<Line> lines,
            @Nullable Ledger ledger,
            List<Difference> differences,
            List<Unshown> unshown,
            List<String> hindrances,
            List<String> reasons,
            String state,
            @Nullable String reopens,
            List<Seal> seals) {}

    /**
     * The entries of one kind.
     *
     * @param kind such as {@code payin_paid} or {@code fee}
     * @param effect {@code posted}: it is in the ledger; {@code difference}: it is not, and somebody said why; {@code open}: nobody has explained it
     * @param amount their sum
     */
    public record Line(String kind, String effect, long count, long amount) {}

    /**
     * The balance by the ledger.
     *
     * @param posted the entries that it has
     * @param credited what was credited and no entry shows: by how much that changed
     */
    public record Ledger(long opening, long posted, long credited, long closing) {}

    /**
     * One kind of difference: what the bank has and the ledger has not; negative if the ledger has it and the bank has not.
     *
     * @param before what the days before left
     * @param today what the day adds
     * @param carried both together, until its end
     * @param count of everything that is carried
     */
    public record Difference(String kind, long before, long today, long carried, long count) {}

    /** A payment of a payin that no entry shows; {@code status} as of the proof. */
    public record Unshown(UUID payinId, long amount, String status, long paidAt) {}

    /**
     * A line of the chain of an account.
     *
     * @param kind {@code closed} or {@code reopened}
     * @param untilDay the last day that it concerns
     * @param head 64 hexadecimal digits
     * @param askedBy who wanted what the other one approved; null if one person decided
     */
    public record Seal(
            long number,
            String kind,
            String day,
            String untilDay,
            String head,
            String madeBy,
            @Nullable String askedBy,
            @Nullable String note,
            long sealedAt) {}
}
