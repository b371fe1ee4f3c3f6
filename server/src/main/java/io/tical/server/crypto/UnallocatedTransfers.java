package io.tical.server.crypto;

import io.tical.db.Session;
import java.util.List;

/** Takes into account what came to an address and pays no deposit. */
public interface UnallocatedTransfers {
    /**
     * These pay nothing: they came too late, or for nothing that is open, or too little came.
     *
     * @param session the transaction that records it
     * @param transfers {@link Transfer.State#REVIEW}, oldest first, and those that belong together at once
     */
    void left(Session session, Deposit deposit, List<Transfer> transfers);
}
