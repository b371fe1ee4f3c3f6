package io.tical.server.crypto;

import io.tical.db.Session;
import java.util.List;

/** Records transfers that pay no deposit. */
public interface UnallocatedTransfers {
    /**
     * Records transfers that were late, exceeded the payment, or did not cover it.
     *
     * @param session the transaction that records it
     * @param transfers in {@link Transfer.State#REVIEW}, oldest first; related ones in one call
     */
    void left(Session session, Deposit deposit, List<Transfer> transfers);
}
