package io.tical.server.payin;

import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import java.time.Instant;
import java.util.Collection;
import java.util.UUID;

/** What the bank must confirm of the payments of payins. */
@FunctionalInterface
public interface ExpectedTransfers {
    /**
     * A payment that was credited, and that the statements of its account must show.
     *
     * @param amount minor units, 1 or more
     */
    record Paid(TransactionKey payin, UUID accountId, String currency, long amount, Instant at) {}

    /** Records payments in the transaction that credits them. */
    void record(Session session, Collection<Paid> payments);
}
