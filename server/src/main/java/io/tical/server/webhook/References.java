package io.tical.server.webhook;

import io.tical.db.Database;
import io.tical.server.transaction.MerchantReferences;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Finds the transactions with callbacks by the merchant's reference.
 *
 * @param types the references of all modules
 */
record References(Database database, Supplier<List<MerchantReferences>> types) {
    /** The ids of the transactions with this whole reference; at most one of each type and environment. */
    List<UUID> ids(UUID organizationId, List<Boolean> environments, String reference) {
        return database.run(session -> environments.stream()
                .flatMap(livemode -> types.get().stream()
                        .flatMap(type -> type.find(session, organizationId, livemode, reference).stream()))
                .toList());
    }
}
