package io.tical.server.session;

import static io.tical.db.ColumnType.BYTES;
import static io.tical.db.ColumnType.ID;
import static io.tical.db.ColumnType.NUMBER;
import static io.tical.db.ColumnType.TEXT;
import static io.tical.db.ColumnType.TIME;

import io.tical.db.Column;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.db.Table;
import io.tical.db.TableColumns;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The SQL of the second factors of one surface.
 *
 * @param resource the name of the persons in the audit log
 * @param person the column of their ids
 */
record SecondFactorStore(String resource, String person, Table<SecondFactor> rows) {
    /** The second factors of the users of merchants' dashboards. */
    static final SecondFactorStore USERS =
            new SecondFactorStore("user", "user_id", Table.of("dashboard_second_factor", SecondFactorStore::ofUser));

    static final SecondFactorStore OPERATORS = new SecondFactorStore(
            "operator", "operator_id", Table.of("operator_second_factor", SecondFactorStore::ofOperator));

    private static Function<Row, SecondFactor> ofUser(TableColumns<SecondFactor> t) {
        var key = t.part(SecondFactor::key);
        var organizationId = key.key("organization_id", ID, PersonKey::organization);
        var userId = key.key("user_id", ID, PersonKey::personId);
        return columns(t, row -> PersonKey.user(organizationId.of(row), userId.of(row)));
    }

    private static Function<Row, SecondFactor> ofOperator(TableColumns<SecondFactor> t) {
        var operatorId = t.part(SecondFactor::key).key("operator_id", ID, PersonKey::personId);
        return columns(t, row -> PersonKey.operator(operatorId.of(row)));
    }

    private static Function<Row, SecondFactor> columns(TableColumns<SecondFactor> t, Column<PersonKey> key) {
        var secret = t.insertOnly("secret", BYTES, SecondFactor::secret);
        var recovery = t.column(
                "recovery",
                TEXT.as(SecondFactorStore::codes, codes -> String.join(" ", codes)),
                SecondFactor::recovery);
        var lastStep = t.column("last_step", NUMBER, SecondFactor::lastStep);
        var createdAt = t.insertOnly("created_at", TIME, SecondFactor::createdAt);
        var confirmedAt = t.column("confirmed_at", TIME.orNull(), SecondFactor::confirmedAt);
        return row -> new SecondFactor(
                key.of(row),
                secret.of(row),
                recovery.of(row),
                lastStep.of(row),
                createdAt.of(row),
                confirmedAt.of(row));
    }

    /**
     * @param lock whether to lock the row until the transaction ends
     * @throws io.tical.db.AlteredRow if the service did not write it
     */
    Optional<SecondFactor> find(Session session, PersonKey key, boolean lock) {
        return of(session, "SELECT *", key, lock ? " FOR UPDATE" : "").first(rows.locked(session));
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

    private static List<String> codes(String stored) {
        return stored.isEmpty() ? List.of() : List.of(stored.split(" "));
    }
}
