package io.tical.server.session;

import io.tical.db.BulkWrite;
import io.tical.db.Row;
import io.tical.db.Session;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The SQL of the second factors of one surface.
 *
 * @param resource the name of the persons in the audit log
 * @param person the column of their ids
 */
record SecondFactorStore(String resource, String person, BulkWrite<SecondFactor> rows) {
    /** The second factors of the users of merchants' dashboards. */
    static final SecondFactorStore USERS = new SecondFactorStore(
            "user",
            "user_id",
            columns(BulkWrite.<SecondFactor>of("dashboard_second_factor")
                    .key("organization_id", "uuid", one -> one.key().organization())
                    .key("user_id", "uuid", one -> one.key().personId())));

    static final SecondFactorStore OPERATORS = new SecondFactorStore(
            "operator",
            "operator_id",
            columns(BulkWrite.<SecondFactor>of("operator_second_factor")
                    .key("operator_id", "uuid", one -> one.key().personId())));

    private static BulkWrite<SecondFactor> columns(BulkWrite<SecondFactor> keyed) {
        return keyed.insertOnly("secret", "bytea", SecondFactor::secret)
                .column("recovery", "text", one -> String.join(" ", one.recovery()))
                .column("last_step", "bigint", SecondFactor::lastStep)
                .insertOnly("created_at", "timestamptz", SecondFactor::createdAt)
                .column("confirmed_at", "timestamptz", SecondFactor::confirmedAt)
                .authenticated()
                .journaled();
    }

    /**
     * @param lock whether to lock the row until the transaction ends
     * @throws io.tical.db.AlteredRow if the service did not write it
     */
    Optional<SecondFactor> find(Session session, PersonKey key, boolean lock) {
        var proof = rows.proof(session);
        return of(session, "SELECT *", key, lock ? " FOR UPDATE" : "").first(row -> {
            proof.requireUnaltered(row);
            return factor(key, row);
        });
    }

    /** Inserts a second factor. Returns false if the person already has one. */
    boolean insert(Session session, SecondFactor factor) {
        return rows.insertIfAbsent(session, factor);
    }

    /** Updates a locked second factor. */
    void update(Session session, SecondFactor factor) {
        rows.update(session, List.of(factor)).run();
    }

    /** Deletes a second factor. Returns whether there was one. */
    boolean delete(Session session, PersonKey key) {
        return rows.proof(session).delete(of(session, "DELETE", key, " RETURNING *")) > 0;
    }

    /**
     * The persons who sign in with a code.
     *
     * @param organizationId only its users; null for all persons
     */
    Set<UUID> confirmed(Session session, @Nullable UUID organizationId) {
        var condition = organizationId == null ? "" : " AND organization_id = cast(:organization AS uuid)";
        var statement = session.sql(
                "SELECT " + person + " FROM " + rows.table() + " WHERE confirmed_at IS NOT NULL" + condition);
        if (organizationId != null) {
            statement.bind("organization", organizationId);
        }
        return statement.list(row -> row.uuid(person)).stream().collect(Collectors.toUnmodifiableSet());
    }

    private Session.Statement of(Session session, String verb, PersonKey key, String end) {
        var condition = key.organizationId() != null ? " AND organization_id = cast(:organization AS uuid)" : "";
        var statement = session.sql(verb + " FROM " + rows.table() + " WHERE " + person + " = cast(:person AS uuid)"
                        + condition + end)
                .bind("person", key.personId());
        return key.organizationId() == null ? statement : statement.bind("organization", key.organizationId());
    }

    private static SecondFactor factor(PersonKey key, Row row) {
        return new SecondFactor(
                key,
                row.bytes("secret"),
                codes(row.text("recovery")),
                row.number("last_step"),
                row.instant("created_at"),
                row.instantOrNull("confirmed_at"));
    }

    private static List<String> codes(String stored) {
        return stored.isEmpty() ? List.of() : List.of(stored.split(" "));
    }
}
