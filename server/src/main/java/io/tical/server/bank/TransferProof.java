package io.tical.server.bank;

import io.tical.server.bank.AccountEntry.Match;
import io.tical.server.bank.AccountEntry.MatchType;
import io.tical.server.key.TransactionKey;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The transfer that an entry is, beside those of payment files. A transfer is one entry.
 *
 * @param attemptId of a payout or a settlement
 * @param reference of a transfer that paid money back, as {@link io.tical.server.rail.BankTransfer#compared}
 */
record TransferProof(
        UUID entryId,
        boolean livemode,
        MatchType type,
        UUID organizationId,
        UUID transactionId,
        @Nullable UUID attemptId,
        @Nullable String reference,
        Instant at) {
    TransactionKey key() {
        return new TransactionKey(organizationId, livemode, transactionId);
    }

    Match match() {
        return new Match(type, key());
    }
}
