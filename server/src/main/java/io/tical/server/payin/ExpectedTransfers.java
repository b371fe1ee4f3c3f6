package io.tical.server.payin;

import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import io.tical.server.key.WalletKey;
import io.tical.server.transaction.By;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What the bank's statements show of the payments of payins. */
public interface ExpectedTransfers {
    /**
     * A payment that was credited, and that the statements of its account must show.
     *
     * @param amount minor units, 1 or more
     * @param verified whether the service found it, by a slip that a verifier confirmed or by an entry of a statement; otherwise a person said it
     */
    record Paid(TransactionKey payin, UUID accountId, String currency, long amount, Instant at, boolean verified) {}

    /** Records payments in the transaction that credits them. */
    void record(Session session, Collection<Paid> payments);

    /** When entries proved the payments of payins. Those that none has proved are not in it. */
    Map<TransactionKey, Instant> proved(Session session, Collection<TransactionKey> payins);

    /**
     * The credited payments of payins, and those of them that entries prove. Amounts are minor units.
     *
     * @param proved how many of {@code count}
     */
    record Proved(long count, long amount, long proved, long provedAmount) {}

    /** What entries prove of the payments of an organization's payins that were created from one moment until another. */
    Proved proved(Session session, WalletKey wallet, Instant from, Instant until);

    /**
     * A transfer as a verified slip shows it.
     *
     * @param amount minor units
     * @param at when it was made; null if the slip does not say it
     */
    record Verified(
            String reference,
            long amount,
            String currency,
            @Nullable Instant at) {}

    /** Whether an entry of a statement paid a payin, so that a slip may still prove the same payment. */
    boolean paidByEntry(Session session, Payin payin);

    /**
     * Whether a payin was paid by an entry that is exactly this transfer: its amount, and its reference or else its minute, which no other entry of
     * this amount may have.
     *
     * @param payin which the transaction has locked
     */
    boolean paidBy(Session session, Payin payin, Verified transfer);

    /**
     * An entry of a statement that staff record as a payment of a payin.
     *
     * @param pays whether it pays the payin; otherwise it becomes unallocated funds
     */
    record Shown(UUID entry, TransactionKey payin, boolean pays, By by) {}

    /**
     * Takes entries in the transaction that records their payments, after {@link #record}, so that none is two payments.
     *
     * @throws io.tical.server.problem.Problem.Conflict {@code BANK_ENTRY_STATUS_TRANSITION_INVALID} if one is not open
     */
    void take(Session session, Collection<Shown> entries);
}
