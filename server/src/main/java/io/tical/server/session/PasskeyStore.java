package io.tical.server.session;

import static io.tical.db.ColumnType.BYTES;
import static io.tical.db.ColumnType.ID;
import static io.tical.db.ColumnType.NUMBER;
import static io.tical.db.ColumnType.TEXT;
import static io.tical.db.ColumnType.TIME;

import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.db.Table;
import io.tical.db.TableColumns;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The SQL of passkeys of merchants' users. */
final class PasskeyStore {
    static final Table<Passkey> PASSKEYS = Table.of("dashboard_passkey", PasskeyStore::columns);

    private static final String OF_USER =
            " FROM dashboard_passkey WHERE organization_id = cast(:organization AS uuid) AND user_id = cast(:user AS uuid)";

    private PasskeyStore() {}

    /** Inserts a passkey. Returns false if it is already registered. */
    static boolean insert(Session session, Passkey passkey) {
        return PASSKEYS.insertIfAbsent(session, passkey);
    }

    /** The passkeys of a user in the order of their creation. */
    static List<Passkey> list(Session session, PersonKey key) {
        return of(session, "SELECT *" + OF_USER + " ORDER BY passkey_id", key).list(PASSKEYS.proved(session));
    }

    /** @param lock whether to lock the passkey until the transaction ends */
    static Optional<Passkey> find(Session session, byte[] credentialId, boolean lock) {
        return session.sql("SELECT * FROM dashboard_passkey WHERE credential_id = :id" + (lock ? " FOR UPDATE" : ""))
                .bind("id", credentialId)
                .first(PASSKEYS.locked(session));
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

    private static Function<Row, Passkey> columns(TableColumns<Passkey> t) {
        var credentialId = t.key("credential_id", BYTES, Passkey::credentialId);
        var key = t.part(Passkey::key);
        var organizationId = key.insertOnly("organization_id", ID, PersonKey::organization);
        var userId = key.insertOnly("user_id", ID, PersonKey::personId);
        var passkeyId = t.insertOnly("passkey_id", ID, Passkey::id);
        var name = t.insertOnly("name", TEXT, Passkey::name);
        var host = t.insertOnly("host", TEXT, Passkey::host);
        var publicKey = t.insertOnly("public_key", BYTES, Passkey::publicKey);
        var signCount = t.column("sign_count", NUMBER, Passkey::signCount);
        var createdAt = t.insertOnly("created_at", TIME, Passkey::createdAt);
        var lastUsedAt = t.column("last_used_at", TIME.orNull(), Passkey::lastUsedAt);
        return row -> new Passkey(
                passkeyId.of(row),
                PersonKey.user(organizationId.of(row), userId.of(row)),
                credentialId.of(row),
                publicKey.of(row),
                signCount.of(row),
                name.of(row),
                host.of(row),
                createdAt.of(row),
                lastUsedAt.of(row));
    }
}
