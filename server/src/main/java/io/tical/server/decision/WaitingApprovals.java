package io.tical.server.decision;

import io.tical.db.Database;
import io.tical.server.transaction.TransactionKey;
import java.util.Collection;
import java.util.Map;

/** The decisions that wait for a second person, by their objects. */
record WaitingApprovals(Database database) {
    /** The pending decisions on these objects; each object has at most one. */
    Map<TransactionKey, Approval> of(Collection<TransactionKey> objects) {
        return objects.isEmpty() ? Map.of() : database.run(session -> ApprovalStore.ofObjects(session, objects));
    }
}
