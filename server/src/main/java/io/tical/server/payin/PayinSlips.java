package io.tical.server.payin;

import io.tical.db.Session;
import io.tical.server.transaction.TimelineSource;
import io.tical.server.transaction.TransactionKey;

/** What payins read about their slips. */
public interface PayinSlips extends TimelineSource {
    /** Whether a slip of the payin waits for a decision. The caller holds the lock on the payin, so no slip is added meanwhile. */
    boolean waiting(Session session, TransactionKey payin);
}
