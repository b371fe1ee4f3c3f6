package io.tical.server.payout;

import io.tical.db.Session;
import io.tical.server.transaction.TransactionKey;
import java.util.Collection;
import java.util.UUID;

/** Opens claims for money that abandoned attempts delivered. */
@FunctionalInterface
public interface Claims {
    /**
     * One claim; its posting is {@link io.tical.server.ledger.Posting#PAYOUT_CLAIM}.
     *
     * @param amount minor units, 1 or more
     * @param reference the rail's reference
     */
    record Claim(TransactionKey payout, UUID attemptId, String currency, long amount, String reference) {}

    /** Opens claims in the transaction of their postings. */
    void open(Session session, Collection<Claim> claims);
}
