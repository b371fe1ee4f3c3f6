package io.tical.server.payin;

import io.tical.db.Session;
import io.tical.server.transaction.TimelineSource;
import io.tical.server.transaction.TransactionKey;

/** What payins must know of their slips, which are another room's. */
public interface PayinSlips extends TimelineSource {
    /** Whether a slip of the payin waits to be decided; the payin is locked, so none can come meanwhile. */
    boolean waiting(Session session, TransactionKey payin);
}
