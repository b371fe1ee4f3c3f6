package io.tical.server.rail;

import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import io.tical.server.transaction.EventType;
import java.util.Collection;
import java.util.UUID;

/** Opens claims for money that dead attempts delivered without paying their legs. */
@FunctionalInterface
public interface Claims {
    /**
     * One claim; its posting is {@link io.tical.server.ledger.PostingType#PAYOUT_CLAIM},
     * {@link io.tical.server.ledger.PostingType#SETTLEMENT_CLAIM}, or for a converted settlement
     * {@link io.tical.server.ledger.PostingType#CONVERSION_CLAIM}.
     *
     * @param subject the type of the transaction: a payout or a settlement
     * @param amount minor units, 1 or more
     * @param reference the rail's reference
     */
    record Claim(
            EventType.Subject subject,
            TransactionKey transaction,
            UUID attemptId,
            String currency,
            long amount,
            String reference) {}

    /** Opens claims in the transaction of their postings. */
    void open(Session session, Collection<Claim> claims);

    /** Opens the claims that these payouts or settlements have after their decisions. */
    default void openOf(Session session, Collection<? extends Disbursement<?>> after) {
        var claims = after.stream()
                .flatMap(one -> one.execution().newClaims().stream())
                .toList();
        if (!claims.isEmpty()) {
            open(session, claims);
        }
    }
}
