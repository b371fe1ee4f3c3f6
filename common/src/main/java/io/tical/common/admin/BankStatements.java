package io.tical.common.admin;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The files of banks, their statements, and the entries of the operator's accounts. Days are written {@code 2026-11-20}. */
public final class BankStatements {
    private BankStatements() {}

    /**
     * What became of a file that was sent: a statement, or the result of a payment file, which it joined.
     *
     * @param id of the statement or of the result
     * @param fileId of the payment file; null for a statement
     * @param fileName by which banks name the payment file; null for a statement
     */
    public record Received(
            UUID id, @Nullable UUID fileId, @Nullable String fileName) {}

    /**
     * A file.
     *
     * @param origin {@code operator}, {@code inbox}, {@code notified} or {@code simulator}
     * @param accountId the account that an operator chose; null if the file says it
     * @param credits what its statements say came in, minor units; null if it cannot be read yet
     * @param status {@code waiting}, {@code imported}, {@code undone} or {@code discarded}
     * @param approval its import that waits for a second person; null without one
     */
    public record File(
            UUID id,
            boolean livemode,
            String name,
            long size,
            String hash,
            String origin,
            String receivedBy,
            @Nullable UUID accountId,
            @Nullable String profile,
            @Nullable Long credits,
            @Nullable String currency,
            String status,
            int version,
            long receivedAt,
            long updatedAt,
            Approvals.@Nullable Row approval)
            implements WorkItem.OfService {}

    /**
     * What an import of a file would do.
     *
     * @param possible whether it can be imported
     * @param faults why not
     */
    public record Preview(boolean possible, long conflicts, List<Statement> statements, List<Fault> faults) {}

    /**
     * A statement of a file. Amounts are minor units.
     *
     * @param kind {@code final}, {@code intraday} or {@code notification}
     * @param proof {@code proved}, {@code chain}, {@code sums} or {@code none}
     * @param pending entries that are not booked, and so are no money
     * @param known entries that an earlier statement said
     * @param payins new entries that are the payment of exactly one payin
     * @param paid the sum of those
     * @param debits zero or negative
     */
    public record Statement(
            UUID accountId,
            String format,
            String kind,
            String currency,
            @Nullable String from,
            @Nullable String to,
            @Nullable Long opening,
            boolean openingDerived,
            @Nullable Long closing,
            String proof,
            long entries,
            long pending,
            long known,
            long fresh,
            long payins,
            long paid,
            long credits,
            long debits,
            @Nullable Gap gap,
            long conflictCount,
            List<Conflict> conflicts,
            List<Remark> notices) {}

    /** The statement before ended with another balance than this one begins with, minor units. */
    public record Gap(String until, long closing, long opening) {}

    /**
     * What contradicts earlier statements.
     *
     * @param kind {@code added}: new on a day of which a statement had said all; {@code missing}: known, and not said by this statement
     */
    public record Conflict(
            String kind, String day, long amount, @Nullable UUID entryId) {}

    /**
     * Why a file cannot be read.
     *
     * @param line from 1; 0 if the whole file is meant
     * @param column from 1; 0 if the whole line is meant
     * @param text in English
     * @param arguments of the text
     */
    public record Fault(String code, int line, int column, String text, List<String> arguments) {}

    /** What a reader noticed and what is no error. Fields as in {@link Fault}. */
    public record Remark(String code, int line, int column, String text, List<String> arguments) {}

    /**
     * An entry of an account.
     *
     * @param booked the day on which the bank booked it
     * @param amount signed minor units; positive is money into the account
     * @param hint {@code none}, {@code fee}, {@code interest} or {@code return}
     * @param status {@code open}, {@code matched}, {@code allocated}, {@code reversed}, {@code ignored} or {@code undone}
     * @param approval its decision that waits for a second person; null without one
     * @param matchedType {@code payin}, {@code payout}, {@code settlement} or {@code payment_file}, or {@code posting} for one of the operator's
     *     own books, or {@code returned_payout} or {@code returned_settlement} for what it gave back; null without a match
     */
    public record Entry(
            UUID id,
            UUID accountId,
            boolean livemode,
            UUID fileId,
            String currency,
            String booked,
            @Nullable String time,
            @Nullable String valueDay,
            long amount,
            boolean reversal,
            @Nullable String code,
            @Nullable String partyName,
            @Nullable String partyAccount,
            @Nullable String partyBank,
            String text,
            @Nullable String endToEnd,
            @Nullable String bankReference,
            @Nullable String returnReason,
            String hint,
            String status,
            @Nullable String reason,
            @Nullable String matchedType,
            @Nullable UUID matchedOrganization,
            @Nullable UUID matchedId,
            @Nullable String decidedBy,
            int version,
            long updatedAt,
            Approvals.@Nullable Row approval)
            implements WorkItem.OfService {}

    /**
     * A payin that an entry may pay.
     *
     * @param transferAmount what its payer was asked to transfer, minor units
     * @param decisionTerms what its {@code match} requires
     */
    public record Candidate(
            UUID id,
            UUID organizationId,
            String status,
            String orderRef,
            long amount,
            long transferAmount,
            String currency,
            @Nullable String customerName,
            long createdAt,
            Map<String, DecisionTerms> decisionTerms) {}

    /**
     * A transfer of staff that a debit may be.
     *
     * @param type {@code payout} or {@code settlement}
     * @param id of the payout or the settlement
     * @param state of the attempt: {@code open} until somebody reports what became of it
     * @param amount minor units
     * @param reference of the bank, as it was reported; null if it was not
     */
    public record Transfer(
            UUID attemptId,
            String type,
            UUID id,
            UUID organizationId,
            String state,
            long amount,
            String currency,
            String bankCode,
            String accountNo,
            String holderName,
            @Nullable String reference,
            long createdAt) {}

    /**
     * What decisions on an entry book, and what they booked.
     *
     * @param possible each decision that is possible now, and books something
     * @param booked oldest first; what was taken back is followed by its opposite
     */
    public record Bookings(List<Possible> possible, List<Booked> booked) {}

    /**
     * @param decision {@code allocate}, {@code reopen} or {@code return}
     * @param category of {@code allocate}; null for other decisions
     * @param payment of {@code return}; null for other decisions
     * @param lines what it books
     */
    public record Possible(
            String decision,
            @Nullable String category,
            @Nullable Payment payment,
            List<Line> lines) {}

    /**
     * A delivered payment that an entry gives back.
     *
     * @param type {@code payout} or {@code settlement}
     * @param reference of the merchant
     * @param named by which the payment file names it
     */
    public record Payment(String type, UUID id, UUID organizationId, String reference, String named) {}

    /**
     * One amount from one account of the ledger to another.
     *
     * @param posting such as {@code bank_posting_fee_out}
     * @param debit the account that has less afterwards
     * @param credit the account that has more afterwards
     * @param amount minor units, 1 or more
     */
    public record Line(String posting, String debit, String credit, long amount, String currency) {}

    /** A line that was booked. */
    public record Booked(Line line, long at) {}

    /**
     * An entry with what a decision needs to know.
     *
     * @param candidates the payins that it may pay
     * @param transfers that it may be
     */
    public record EntryDetail(Entry entry, List<Candidate> candidates, List<Transfer> transfers, Bookings bookings) {}
}
