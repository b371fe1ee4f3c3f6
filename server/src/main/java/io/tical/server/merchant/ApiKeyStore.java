package io.tical.server.merchant;

import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.server.access.Scope;
import io.tical.server.transaction.TransactionKey;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The SQL of API keys. The dashboard identifies a key by id only, so queries search both environments. */
final class ApiKeyStore {
    private static final String OF_ORGANIZATION =
            " organization_id = cast(:organization AS uuid) AND livemode IN (false, true)";

    private ApiKeyStore() {}

    static void insert(Session session, UUID organizationId, ApiKey key, byte[] hash) {
        identify(organizationId, key)
                .bind(session.sql("""
                        WITH hashed AS (
                            INSERT INTO api_key_hash (key_hash, organization_id, livemode, key_id)
                            VALUES (:hash, cast(:organization AS uuid), :livemode, cast(:key AS uuid)))
                        INSERT INTO api_key (organization_id, livemode, key_id, name, prefix, scopes, created_at, expires_at)
                        VALUES (cast(:organization AS uuid), :livemode, cast(:key AS uuid), :name, :prefix,
                                cast(:scopes AS text[]), :now, cast(:expires AS timestamptz))
                        """), "key")
                .bind("hash", hash)
                .bind("name", key.name())
                .bind("prefix", key.prefix())
                .bindEach("scopes", key.scopes(), Scope::word)
                .bind("now", key.createdAt())
                .bind("expires", key.expiresAt())
                .run();
    }

    static List<ApiKey> list(Session session, UUID organizationId) {
        return session.sql("SELECT * FROM api_key WHERE" + OF_ORGANIZATION + " ORDER BY created_at DESC, key_id DESC")
                .bind("organization", organizationId)
                .list(ApiKeyStore::key);
    }

    static Optional<ApiKey> lock(Session session, UUID organizationId, UUID keyId) {
        return session.sql(
                        "SELECT * FROM api_key WHERE" + OF_ORGANIZATION + " AND key_id = cast(:key AS uuid) FOR UPDATE")
                .bind("organization", organizationId)
                .bind("key", keyId)
                .first(ApiKeyStore::key);
    }

    static void revoke(Session session, UUID organizationId, ApiKey key, Instant now) {
        set(session, organizationId, key, "revoked_at = cast(:value AS timestamptz)", now);
    }

    static void setSigning(Session session, UUID organizationId, ApiKey key, byte @Nullable [] sealed) {
        set(session, organizationId, key, "signing_secret = cast(:value AS bytea)", sealed);
    }

    private static void set(Session session, UUID organizationId, ApiKey key, String column, @Nullable Object value) {
        var sql = "UPDATE api_key SET " + column + TransactionKey.WHERE + "key_id = cast(:key AS uuid)";
        identify(organizationId, key)
                .bind(session.sql(sql), "key")
                .bind("value", value)
                .run();
    }

    private static TransactionKey identify(UUID organizationId, ApiKey key) {
        return new TransactionKey(organizationId, key.livemode(), key.id());
    }

    private static ApiKey key(Row row) {
        return new ApiKey(
                row.uuid("key_id"),
                row.flag("livemode"),
                row.text("name"),
                row.text("prefix"),
                scopes(row),
                row.bytesOrNull("signing_secret") != null,
                row.instant("created_at"),
                row.instantOrNull("expires_at"),
                row.instantOrNull("revoked_at"));
    }

    /** The scopes that this release knows. */
    static Set<Scope> scopes(Row row) {
        return row.words("scopes").stream()
                .flatMap(word -> Scope.of(word).stream())
                .collect(Collectors.toUnmodifiableSet());
    }
}
