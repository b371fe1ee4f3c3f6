package io.tical.server.payout;

import io.tical.db.Session;
import java.util.Collection;
import java.util.UUID;

/** Takes what was delivered although its attempt had been given up: the operator claims it back. */
@FunctionalInterface
public interface Claims {
    /**
     * One of them; its posting is {@link io.tical.server.ledger.Posting#PAYOUT_CLAIM}.
     *
     * @param amount minor units, 1 or more
     * @param reference the rail's
     */
    record Claim(
            UUID organizationId,
            boolean livemode,
            UUID payoutId,
            UUID attemptId,
            String currency,
            long amount,
            String reference) {}

    /** Opens claims in the transaction of their postings. */
    void open(Session session, Collection<Claim> claims);
}
