package io.tical.server.staff;

import static io.tical.db.ColumnType.FLAG;
import static io.tical.db.ColumnType.NUMBER;
import static io.tical.db.ColumnType.TIME;
import static io.tical.server.key.ColumnTypes.json;
import static io.tical.server.key.ColumnTypes.word;

import com.fasterxml.jackson.core.type.TypeReference;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.db.Table;
import io.tical.db.TableColumns;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The SQL of what is required of the operators of a role. */
final class RoleStore {
    static final Table<RolePolicy> ROLES = Table.of("operator_role", RoleStore::columns);

    private RoleStore() {}

    /** @param lock whether to lock the row until the transaction ends */
    static Optional<RolePolicy> find(Session session, Operator.Role role, boolean lock) {
        return session.sql("SELECT * FROM operator_role WHERE role = :role" + (lock ? " FOR UPDATE" : ""))
                .bind("role", role.word())
                .first(ROLES.locked(session));
    }

    /** Inserts the row of a role. Returns false if there is one. */
    static boolean insert(Session session, RolePolicy policy) {
        return ROLES.insertIfAbsent(session, policy);
    }

    /** Updates a locked row. */
    static void update(Session session, RolePolicy policy) {
        ROLES.update(session, List.of(policy)).run();
    }

    private static Function<Row, RolePolicy> columns(TableColumns<RolePolicy> t) {
        var role = t.key("role", word(Operator.Role.class), RolePolicy::role);
        var secondFactorRequired = t.column("second_factor_required", FLAG, RolePolicy::secondFactorRequired);
        var version = t.column("version", NUMBER, RolePolicy::version);
        var updatedAt = t.column("updated_at", TIME.orNull(), RolePolicy::updatedAt);
        var waivedBy = t.column("waived_by", json(new TypeReference<List<String>>() {}), RolePolicy::waivedBy);
        return row -> new RolePolicy(
                role.of(row), secondFactorRequired.of(row), waivedBy.of(row), version.of(row), updatedAt.of(row));
    }
}
