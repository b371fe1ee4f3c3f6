package io.tical.server.merchant;

import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.server.access.Scope;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The SQL of API keys. The dashboard identifies a key by id only, so queries search both environments. */
final class ApiKeyStore {
    private ApiKeyStore() {}

    static void insert(Session session, UUID organizationId, ApiKey key, byte[] hash) {
        session.sql("""
                        INSERT INTO api_key (organization_id, livemode, key_id, name, prefix, scopes, created_at, expires_at)
                        VALUES (cast(:organization AS uuid), :livemode, cast(:key AS uuid), :name, :prefix,
                                cast(:scopes AS text[]), :now, cast(:expires AS timestamptz))
                        """)
                .bind("organization", organizationId)
                .bind("livemode", key.livemode())
                .bind("key", key.id())
                .bind("name", key.name())
                .bind("prefix", key.prefix())
                .bindEach("scopes", key.scopes(), Scope::word)
                .bind("now", key.createdAt())
                .bind("expires", key.expiresAt())
                .run();
        session.sql("""
                        INSERT INTO api_key_hash (key_hash, organization_id, livemode, key_id)
                        VALUES (:hash, cast(:organization AS uuid), :livemode, cast(:key AS uuid))
                        """)
                .bind("hash", hash)
                .bind("organization", organizationId)
                .bind("livemode", key.livemode())
                .bind("key", key.id())
                .run();
    }

    static List<ApiKey> list(Session session, UUID organizationId) {
        return session.sql("""
                        SELECT * FROM api_key
                        WHERE organization_id = cast(:organization AS uuid) AND livemode IN (false, true)
                        ORDER BY created_at DESC, key_id DESC
                        """).bind("organization", organizationId).list(ApiKeyStore::key);
    }

    static Optional<ApiKey> lock(Session session, UUID organizationId, UUID keyId) {
        return session.sql("""
                        SELECT * FROM api_key
                        WHERE organization_id = cast(:organization AS uuid) AND livemode IN (false, true)
                          AND key_id = cast(:key AS uuid)
                        FOR UPDATE
                        """)
                .bind("organization", organizationId)
                .bind("key", keyId)
                .first(ApiKeyStore::key);
    }

    static void revoke(Session session, UUID organizationId, UUID keyId, Instant now) {
        session.sql("""
                        UPDATE api_key SET revoked_at = :now
                        WHERE organization_id = cast(:organization AS uuid) AND livemode IN (false, true)
                          AND key_id = cast(:key AS uuid)
                        """)
                .bind("now", now)
                .bind("organization", organizationId)
                .bind("key", keyId)
                .run();
    }

    static void setSigning(Session session, UUID organizationId, ApiKey key, byte @Nullable [] sealed) {
        session.sql("""
                        UPDATE api_key SET signing_secret = cast(:sealed AS bytea)
                        WHERE organization_id = cast(:organization AS uuid) AND livemode = :livemode
                          AND key_id = cast(:key AS uuid)
                        """)
                .bind("sealed", sealed)
                .bind("organization", organizationId)
                .bind("livemode", key.livemode())
                .bind("key", key.id())
                .run();
    }

    private static ApiKey key(Row row) {
        return new ApiKey(
                row.uuid("key_id"),
                row.flag("livemode"),
                row.text("name"),
                row.text("prefix"),
                row.words("scopes").stream()
                        .flatMap(word -> Scope.of(word).stream())
                        .collect(Collectors.toUnmodifiableSet()),
                row.bytesOrNull("signing_secret") != null,
                row.instant("created_at"),
                row.instantOrNull("expires_at"),
                row.instantOrNull("revoked_at"));
    }
}
