package io.tical.server.bank;

import io.tical.common.Word;
import io.tical.server.bankfile.BankEntry;
import io.tical.server.key.TransactionKey;
import io.tical.server.key.WalletKey;
import io.tical.server.transaction.Aggregate;
import io.tical.server.transaction.EventType;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A movement on an account of the operator, once, whichever statements say it.
 *
 * @param fileId the file that said it first
 * @param booked the bank's local date
 * @param time in the bank's zone, if a statement says it
 * @param amount signed minor units; positive is money into the account
 * @param text what the bank wrote, in lines
 * @param details the payments that it consists of, as JSON; null without any
 * @param match what it paid or was paid by; null without one
 * @param reason why it is as it is
 * @param decidedBy who decided on it; null for the service
 * @param version incremented by every change
 */
public record AccountEntry(
        UUID id,
        UUID accountId,
        boolean livemode,
        UUID fileId,
        String currency,
        LocalDate booked,
        @Nullable LocalTime time,
        @Nullable LocalDate valueDay,
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
        BankEntry.Hint hint,
        @Nullable String details,
        Status status,
        @Nullable String reason,
        @Nullable Match match,
        @Nullable String decidedBy,
        long version,
        Instant updatedAt)
        implements Aggregate<AccountEntry> {
    /** The reason of an entry that came later for a day of which a statement had said all. It is not matched by itself. */
    static final String ADDED_LATER = "added_later";

    /** The reason of an entry whose payin ended before it could be confirmed. */
    static final String PAYIN_REFUSED = "payin_refused";

    /** The reason of a debit that nobody ordered. */
    static final String NOT_ORDERED = "not_ordered";

    /** The reason of a debit that may be a transfer of staff: they have not reported it, or it cannot be told from others. */
    static final String MAY_BE_TRANSFER = "may_be_transfer";

    /** The reason of a credit that names a payment of a file, which came back. */
    static final String RETURNED = "payment_returned";

    public enum Status implements Word {
        /** Nobody has said yet what it is. */
        OPEN,
        /** It is the payment of a transaction. */
        MATCHED,
        /** It has a posting of its own, or became unallocated funds. */
        ALLOCATED,
        /** It and its reversal cancel each other. */
        REVERSED,
        /** It needs nothing, as a person said. */
        IGNORED,
        /** The import that said it was undone. */
        UNDONE
    }

    /** Whether money comes into the account or leaves it. */
    public enum Direction implements Word {
        IN,
        OUT
    }

    /** What an entry is that pays no transaction, as a person says. */
    public enum Category implements Word {
        FEE,
        INTEREST,
        /** Between two accounts of the operator. */
        OWN_TRANSFER,
        /** The bank corrects another entry. */
        CORRECTION,
        OTHER
    }

    /** The reason of an entry that became unallocated funds of a payin. */
    static final String UNALLOCATED = "unallocated_funds";

    /** What an entry pays. */
    public enum MatchType implements Word {
        PAYIN,
        PAYOUT,
        SETTLEMENT,
        /** Several payments of a file at once. */
        PAYMENT_FILE,
        /** The payment of a payin went back to its payer. */
        PAYIN_REFUND,
        /** Unallocated funds went back to who sent them. */
        SUSPENSE,
        /** Nothing: it is the operator's own money, which is posted. */
        POSTING,
        /** It gave a delivered payout back. */
        RETURNED_PAYOUT,
        /** It gave a completed settlement back. */
        RETURNED_SETTLEMENT;

        /** That of a payment that came back. */
        static MatchType returned(EventType.Subject subject) {
            return switch (subject) {
                case PAYOUT -> RETURNED_PAYOUT;
                case SETTLEMENT -> RETURNED_SETTLEMENT;
                case PAYIN -> throw new IllegalArgumentException("a payin sends no money");
            };
        }
    }

    /** What an entry pays: a transaction, or a file of payments or a posting of the operator's own books with a key of the service. */
    public record Match(MatchType type, TransactionKey transaction) {}

    @Override
    public TransactionKey key() {
        return TransactionKey.ofService(livemode, id);
    }

    /** The operator's own books, in which it is posted if it pays no transaction. */
    @Override
    public WalletKey wallet() {
        return key().wallet(currency);
    }

    private record Logged(Status status, @Nullable String reason) {}

    @Override
    public Object logged() {
        return new Logged(status, reason);
    }

    /** Whether money moved because of it. */
    public boolean movedMoney() {
        return match != null || UNALLOCATED.equals(reason);
    }

    /** What distinguishes its payment from others: the bank's reference, or else its id. */
    String reference() {
        return bankReference == null ? id.toString() : bankReference;
    }

    /** The texts in which the bank may repeat our references. */
    List<String> texts() {
        return Stream.of(endToEnd, bankReference, text, details)
                .filter(Objects::nonNull)
                .toList();
    }

    /** Whether the bank says that it undoes another entry. */
    boolean isReturn() {
        return reversal || returnReason != null || hint == BankEntry.Hint.RETURN;
    }

    /** This entry, on which people decide for a reason. */
    AccountEntry because(String why, Instant at) {
        return with(status, why, null, null, at);
    }

    /** This entry as the payment of a payin. */
    AccountEntry paying(TransactionKey payin, Instant at) {
        return with(Status.MATCHED, null, new Match(MatchType.PAYIN, payin), null, at);
    }

    AccountEntry undone(Instant at) {
        return with(Status.UNDONE, null, null, null, at);
    }

    AccountEntry with(Status next, @Nullable String because, @Nullable Match paid, @Nullable String by, Instant at) {
        return decided(next, because, paid, by, at).withVersion(version + 1);
    }

    /** As {@link #with}, in its previous version. */
    AccountEntry decided(Status next, @Nullable String because, @Nullable Match paid, @Nullable String by, Instant at) {
        return with(next, because, paid, by, version, at);
    }

    @Override
    public AccountEntry withVersion(long raised) {
        return with(status, reason, match, decidedBy, raised, updatedAt);
    }

    private AccountEntry with(
            Status next,
            @Nullable String because,
            @Nullable Match paid,
            @Nullable String by,
            long inVersion,
            Instant at) {
        return new AccountEntry(
                id,
                accountId,
                livemode,
                fileId,
                currency,
                booked,
                time,
                valueDay,
                amount,
                reversal,
                code,
                partyName,
                partyAccount,
                partyBank,
                text,
                endToEnd,
                bankReference,
                returnReason,
                hint,
                details,
                next,
                because,
                paid,
                by,
                inVersion,
                at);
    }
}
