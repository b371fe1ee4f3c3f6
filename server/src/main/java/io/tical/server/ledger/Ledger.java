package io.tical.server.ledger;

import io.tical.db.Database;
import java.util.List;
import java.util.UUID;

/** What other packages read of the ledger. */
public record Ledger(Database database) {
    /** Every transfer of one object, oldest first. */
    public List<Transfer> transfersOf(UUID organizationId, boolean livemode, UUID reference) {
        return database.run(session -> LedgerStore.of(session, organizationId, livemode, reference));
    }
}
