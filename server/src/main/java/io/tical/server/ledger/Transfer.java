package io.tical.server.ledger;

import io.tical.server.key.WalletKey;
import java.time.Instant;
import java.util.UUID;

/**
 * One amount from one account to another: balanced by construction. {@code seq} numbers a wallet's transfers without a
 * gap; the {@code *After} are the wallet's balances after it.
 *
 * @param posting the word of its {@link PostingType}
 */
public record Transfer(
        WalletKey wallet,
        long seq,
        UUID id,
        Account debit,
        Account credit,
        long amount,
        String posting,
        UUID reference,
        long availableAfter,
        long heldAfter,
        long inTransitAfter,
        Instant createdAt) {
    /** The change of an account of the wallet; negative for a debit. */
    public long change(Account account) {
        return credit == account ? amount : debit == account ? -amount : 0;
    }
}
