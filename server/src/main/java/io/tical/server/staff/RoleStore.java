package io.tical.server.staff;

import com.fasterxml.jackson.core.type.TypeReference;
import io.tical.common.Json;
import io.tical.common.Word;
import io.tical.db.BulkWrite;
import io.tical.db.Row;
import io.tical.db.Session;
import java.util.List;
import java.util.Optional;

/** The SQL of what is required of the operators of a role. */
final class RoleStore {
    static final BulkWrite<RolePolicy> ROLES = BulkWrite.<RolePolicy>of("operator_role")
            .key("role", "text", one -> one.role().word())
            .column("second_factor_required", "boolean", RolePolicy::secondFactorRequired)
            .column("version", "bigint", RolePolicy::version)
            .column("updated_at", "timestamptz", RolePolicy::updatedAt)
            .column("waived_by", "json", one -> Json.text(one.waivedBy()))
            .authenticated()
            .journaled();

    private RoleStore() {}

    /** @param lock whether to lock the row until the transaction ends */
    static Optional<RolePolicy> find(Session session, Operator.Role role, boolean lock) {
        var proof = ROLES.proof(session);
        return session.sql("SELECT * FROM operator_role WHERE role = :role" + (lock ? " FOR UPDATE" : ""))
                .bind("role", role.word())
                .first(row -> {
                    proof.requireUnaltered(row);
                    return policy(row);
                });
    }

    /** Inserts the row of a role. Returns false if there is one. */
    static boolean insert(Session session, RolePolicy policy) {
        return ROLES.insertIfAbsent(session, policy);
    }

    /** Updates a locked row. */
    static void update(Session session, RolePolicy policy) {
        ROLES.update(session, List.of(policy)).run();
    }

    private static RolePolicy policy(Row row) {
        return new RolePolicy(
                Word.of(Operator.Role.class, row.text("role")),
                row.flag("second_factor_required"),
                Json.read(row.text("waived_by"), new TypeReference<>() {}),
                row.number("version"),
                row.instant("updated_at"));
    }
}
