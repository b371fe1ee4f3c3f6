package io.tical.server.session;

import io.tical.db.BulkWrite;
import io.tical.db.Row;
import io.tical.db.Session;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/** The SQL of passkeys of merchants' users. */
final class PasskeyStore {
    static final BulkWrite<Passkey> PASSKEYS = BulkWrite.<Passkey>of("dashboard_passkey")
            .key("credential_id", "bytea", Passkey::credentialId)
            .insertOnly("organization_id", "uuid", one -> one.key().organization())
            .insertOnly("user_id", "uuid", one -> one.key().personId())
            .insertOnly("passkey_id", "uuid", Passkey::id)
            .insertOnly("name", "text", Passkey::name)
            .insertOnly("host", "text", Passkey::host)
            .insertOnly("public_key", "bytea", Passkey::publicKey)
            .column("sign_count", "bigint", Passkey::signCount)
            .insertOnly("created_at", "timestamptz", Passkey::createdAt)
            .column("last_used_at", "timestamptz", Passkey::lastUsedAt)
            .authenticated()
            .journaled();

    private static final String OF_USER =
            " FROM dashboard_passkey WHERE organization_id = cast(:organization AS uuid) AND user_id = cast(:user AS uuid)";

    private PasskeyStore() {}

    /** Inserts a passkey. Returns false if it is already registered. */
    static boolean insert(Session session, Passkey passkey) {
        return PASSKEYS.insertIfAbsent(session, passkey);
    }

    /** The passkeys of a user in the order of their creation. */
    static List<Passkey> list(Session session, PersonKey key) {
        var proof = PASSKEYS.readingProof(session);
        return of(session, "SELECT *" + OF_USER + " ORDER BY passkey_id", key).list(row -> {
            proof.requireUnaltered(row);
            return passkey(row);
        });
    }

    /** @param lock whether to lock the passkey until the transaction ends */
    static Optional<Passkey> find(Session session, byte[] credentialId, boolean lock) {
        var proof = PASSKEYS.proof(session);
        return session.sql("SELECT * FROM dashboard_passkey WHERE credential_id = :id" + (lock ? " FOR UPDATE" : ""))
                .bind("id", credentialId)
                .first(row -> {
                    proof.requireUnaltered(row);
                    return passkey(row);
                });
    }

    /** Updates a locked passkey. */
    static void update(Session session, Passkey passkey) {
        PASSKEYS.update(session, List.of(passkey)).run();
    }

    /** Deletes the passkeys of a user; returns their number. */
    static int delete(Session session, PersonKey key) {
        return PASSKEYS.proof(session).delete(of(session, "DELETE" + OF_USER + " RETURNING *", key));
    }

    /** Deletes a passkey of a user; returns false if there is none with this id. */
    static boolean delete(Session session, PersonKey key, UUID id) {
        var deletion = of(session, "DELETE" + OF_USER + " AND passkey_id = cast(:id AS uuid) RETURNING *", key);
        return PASSKEYS.proof(session).delete(deletion.bind("id", id)) > 0;
    }

    /** The number of passkeys of each user of an organization. Users without passkeys have no entry. */
    static Map<UUID, Long> counts(Session session, UUID organizationId) {
        return session
                .sql("SELECT user_id FROM dashboard_passkey WHERE organization_id = cast(:organization AS uuid)")
                .bind("organization", organizationId)
                .list(row -> row.uuid("user_id"))
                .stream()
                .collect(Collectors.groupingBy(user -> user, Collectors.counting()));
    }

    private static Session.Statement of(Session session, String sql, PersonKey key) {
        return session.sql(sql).bind("organization", key.organization()).bind("user", key.personId());
    }

    private static Passkey passkey(Row row) {
        return new Passkey(
                row.uuid("passkey_id"),
                PersonKey.user(row.uuid("organization_id"), row.uuid("user_id")),
                row.bytes("credential_id"),
                row.bytes("public_key"),
                row.number("sign_count"),
                row.text("name"),
                row.text("host"),
                row.instant("created_at"),
                row.instantOrNull("last_used_at"));
    }
}
