package io.tical.server.transaction;

import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The references that merchants gave to the objects of one type, such as {@code order_ref}.
 *
 * @param objectType the name of the objects and of their table, whose key is organization, environment and {@code <type>_id}
 * @param column the column of the table that has the reference; no two objects of an environment have the same
 * @param lower whether references are stored in lower case
 */
public record MerchantReferences(String objectType, String column, boolean lower) {
    public MerchantReferences(String objectType, String column) {
        this(objectType, column, false);
    }

    /** The references of a table with the column {@code merchant_ref}. */
    public MerchantReferences(String objectType) {
        this(objectType, "merchant_ref");
    }

    /** The same references, stored in lower case. */
    public MerchantReferences inLowerCase() {
        return new MerchantReferences(objectType, column, true);
    }

    /** The column of the objects' ids. */
    public String id() {
        return objectType + "_id";
    }

    /** The rows of the objects {@code p} that have these references, with these columns in addition to those of {@link #read}. */
    public Session.Statement taken(Session session, Collection<MerchantReference> references, String... columns) {
        var selected = Stream.concat(
                        Stream.of("organization_id", "livemode", column + " AS reference"), Stream.of(columns))
                .map(name -> "p." + name)
                .collect(Collectors.joining(", "));
        return session.sql("""
                        SELECT %3$s FROM %1$s p
                        JOIN unnest(cast(:organizations AS uuid[]), cast(:livemodes AS boolean[]), cast(:refs AS text[]))
                             AS r (organization_id, livemode, %2$s) USING (organization_id, livemode, %2$s)
                        WHERE p.%2$s IS NOT NULL
                        """.formatted(objectType, column, selected))
                .bindEach("organizations", references, MerchantReference::organizationId)
                .bindEach("livemodes", references, MerchantReference::livemode)
                .bindEach("refs", references, MerchantReference::text);
    }

    /** The reference in a row of {@link #taken}. */
    public static MerchantReference read(Row row) {
        return new MerchantReference(row.uuid("organization_id"), row.flag("livemode"), row.text("reference"));
    }

    /** The id of the object with this whole reference. */
    public Optional<UUID> find(Session session, UUID organizationId, boolean livemode, String reference) {
        return session.sql("""
                        SELECT %3$s AS id FROM %1$s
                        WHERE organization_id = cast(:organization AS uuid) AND livemode = :livemode AND %2$s = :reference
                        """.formatted(objectType, column, id()))
                .bind("organization", organizationId)
                .bind("livemode", livemode)
                .bind("reference", lower ? reference.toLowerCase(Locale.ROOT) : reference)
                .first(row -> row.uuid("id"));
    }

    /** The reference of an object as it is stored, which proves nothing; empty without one. */
    public Optional<String> of(Session session, TransactionKey object) {
        return Optional.ofNullable(of(session, object.organizationId(), object.livemode(), List.of(object.id()))
                .get(object.id()));
    }

    /** The references of those of these objects that have one. */
    public Map<UUID, String> of(Session session, UUID organizationId, boolean livemode, Collection<UUID> ids) {
        return session
                .sql("""
                        SELECT %3$s AS id, %2$s AS reference FROM %1$s
                        WHERE organization_id = cast(:organization AS uuid) AND livemode = :livemode
                          AND %3$s = ANY (cast(:ids AS uuid[])) AND %2$s IS NOT NULL
                        """.formatted(objectType, column, id()))
                .bind("organization", organizationId)
                .bind("livemode", livemode)
                .bindEach("ids", ids, id -> id)
                .list(row -> Map.entry(row.uuid("id"), row.text("reference")))
                .stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }
}
