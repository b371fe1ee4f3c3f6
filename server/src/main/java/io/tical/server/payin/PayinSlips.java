package io.tical.server.payin;

import io.tical.db.Session;
import io.tical.server.transaction.TimelineSource;
import io.tical.server.transaction.TransactionKey;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The slips of payins. */
public interface PayinSlips extends TimelineSource {
    /**
     * Whether a slip of the payin is undecided. The caller must hold the lock on the payin, so that no slip is added
     * concurrently.
     */
    boolean waiting(Session session, TransactionKey payin);

    /** Another payin that a transfer with this reference has paid, in the same environment, as a slip proved. */
    Optional<UUID> otherPaidBy(TransactionKey payin, String reference);

    /** The ids of the payin's slips, oldest first. */
    List<UUID> ids(TransactionKey payin);
}
