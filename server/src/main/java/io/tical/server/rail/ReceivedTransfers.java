package io.tical.server.rail;

import io.tical.db.Session;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;

/** The transfers that were received as payments of payins, of all organizations. None of them is a transfer that was sent. */
public interface ReceivedTransfers {
    /** What the received transfers with these names paid, with {@link PaidTransfer.Use#PAYIN}. */
    List<PaidTransfer> find(Session session, Collection<TransferName> names);

    /** Requires, when the session sends, that no transfer with one of these names was received; otherwise throws the failure. */
    void requireNoneLater(
            Session session, Collection<TransferName> names, Supplier<? extends RuntimeException> failure);
}
