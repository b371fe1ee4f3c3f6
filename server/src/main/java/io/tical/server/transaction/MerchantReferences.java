package io.tical.server.transaction;

import io.tical.db.Session;
import java.util.Collection;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Finds the references that a merchant gave to objects of one type, such as {@code order_ref}, by their ids.
 *
 * @param objectType the name of the objects and of their table, whose key is organization, environment and {@code <type>_id}
 * @param column the column of the table that has the reference
 */
public record MerchantReferences(String objectType, String column) {
    /** The references of a table with the column {@code merchant_ref}. */
    public MerchantReferences(String objectType) {
        this(objectType, "merchant_ref");
    }

    /** The references of those of these objects that have one. */
    public Map<UUID, String> of(Session session, UUID organizationId, boolean livemode, Collection<UUID> ids) {
        return session
                .sql("""
                        SELECT %1$s_id AS id, %2$s AS reference FROM %1$s
                        WHERE organization_id = cast(:organization AS uuid) AND livemode = :livemode
                          AND %1$s_id = ANY (cast(:ids AS uuid[])) AND %2$s IS NOT NULL
                        """.formatted(objectType, column))
                .bind("organization", organizationId)
                .bind("livemode", livemode)
                .bindEach("ids", ids, id -> id)
                .list(row -> Map.entry(row.uuid("id"), row.text("reference")))
                .stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }
}
