package io.tical.server.merchant;

import io.tical.db.BulkWrite;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.db.TextArray;
import io.tical.server.access.Scope;
import io.tical.server.key.TransactionKey;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The SQL of API keys. The dashboard identifies a key by id only, so queries search both environments. */
final class ApiKeyStore {
    static final BulkWrite<Stored> KEYS = TransactionKey.<Stored>write("api_key", "key_id", Stored::identity)
            .insertOnly("name", "text", one -> one.key().name())
            .insertOnly("prefix", "text", one -> one.key().prefix())
            .insertOnly("scopes", "text[]", one -> TextArray.of(one.scopes()))
            .column("signing_secret", "bytea", one -> one.secrets().current())
            .insertOnly("created_at", "timestamptz", one -> one.key().createdAt())
            .insertOnly("expires_at", "timestamptz", one -> one.key().expiresAt())
            .column("revoked_at", "timestamptz", one -> one.key().revokedAt())
            .column("signing_required", "boolean", one -> one.key().signing() == ApiKey.Signing.REQUIRED)
            .column("signing_since", "timestamptz", one -> one.key().signingSince())
            .column("previous_signing_secret", "bytea", one -> one.secrets().previous())
            .column("previous_signing_until", "timestamptz", one -> one.key().previousSecretUntil())
            .outsideMac("unsigned_requests", "bigint", one -> one.unsigned().count())
            .outsideMac("unsigned_at", "timestamptz", one -> one.unsigned().lastAt())
            .authenticated()
            .journaled();

    static final BulkWrite<Hash> HASHES = BulkWrite.<Hash>of("api_key_hash")
            .key("key_hash", "bytea", Hash::hash)
            .column("organization_id", "uuid", one -> one.key().organizationId())
            .column("livemode", "boolean", one -> one.key().livemode())
            .column("key_id", "uuid", one -> one.key().id())
            .authenticated()
            .journaled();

    private static final String OF_ORGANIZATION =
            " organization_id = cast(:organization AS uuid) AND livemode IN (false, true)";

    private ApiKeyStore() {}

    /**
     * A key as stored.
     *
     * @param scopes as stored, including scopes that this release does not know
     */
    record Stored(UUID organizationId, ApiKey key, List<String> scopes, SigningKeys secrets, ApiKey.Unsigned unsigned) {
        TransactionKey identity() {
            return new TransactionKey(organizationId, key.livemode(), key.id());
        }

        /** @throws io.tical.server.problem.Problem.Conflict {@code API_KEY_STATUS_TRANSITION_INVALID} */
        Stored on(ApiKey.Trigger trigger, Instant now) {
            return new Stored(organizationId, key.on(trigger, now), scopes, secrets, unsigned);
        }

        /** With a new secret, if the mode is not off, and nothing counted. */
        Stored signing(ApiKey.Signing mode, byte @Nullable [] sealed, Instant now) {
            return new Stored(
                    organizationId,
                    key.signing(mode, now),
                    scopes,
                    new SigningKeys(sealed, null),
                    ApiKey.Unsigned.NONE);
        }

        /** With the present secrets, which are required from now on. */
        Stored requiring(Instant now) {
            var required = key.signing(ApiKey.Signing.REQUIRED, now);
            var until = key.previousSecretUntil();
            return new Stored(
                    organizationId, until == null ? required : required.rotated(until), scopes, secrets, unsigned);
        }

        /** With a new secret; the present one is valid until then. */
        Stored rotated(byte[] sealed, Instant previousUntil) {
            return new Stored(
                    organizationId,
                    key.rotated(previousUntil),
                    scopes,
                    new SigningKeys(sealed, secrets.current()),
                    unsigned);
        }
    }

    /**
     * The sealed signing secrets of a key.
     *
     * @param current null if signing is off
     * @param previous the secret before the last rotation, or null
     */
    record SigningKeys(byte @Nullable [] current, byte @Nullable [] previous) {
        static final SigningKeys NONE = new SigningKeys(null, null);
    }

    /** The key with a secret of this hash. */
    record Hash(byte[] hash, TransactionKey key) {}

    /** @param secrets the signing secrets of a key that replaces another one */
    static void insert(Session session, UUID organizationId, ApiKey key, SigningKeys secrets, byte[] hash) {
        var scopes = key.scopes().stream().map(Scope::word).toList();
        var stored = new Stored(organizationId, key, scopes, secrets, ApiKey.Unsigned.NONE);
        HASHES.insert(session, List.of(new Hash(hash, stored.identity()))).runLater();
        KEYS.insert(session, List.of(stored)).run();
    }

    static List<ApiKey.Listed> list(Session session, UUID organizationId) {
        return session.sql("SELECT * FROM api_key WHERE" + OF_ORGANIZATION + " ORDER BY created_at DESC, key_id DESC")
                .bind("organization", organizationId)
                .list(row -> {
                    var stored = stored(row);
                    return new ApiKey.Listed(stored.key(), stored.unsigned());
                });
    }

    /** Finds the key with a secret of this hash. Fails if the service did not write the row. */
    static Optional<TransactionKey> byHash(Session session, byte[] hash) {
        var proof = HASHES.proof(session);
        return session.sql("SELECT * FROM api_key_hash WHERE key_hash = :hash")
                .bind("hash", hash)
                .first(row -> {
                    proof.requireUnaltered(row);
                    return TransactionKey.of(row, "key_id");
                });
    }

    static Optional<Stored> find(Session session, TransactionKey key) {
        var sql = "SELECT * FROM api_key" + TransactionKey.WHERE + "key_id = cast(:key AS uuid)";
        return proved(session, key.bind(session.sql(sql), "key"));
    }

    static Optional<Stored> lock(Session session, UUID organizationId, UUID keyId) {
        return proved(
                session,
                session.sql("SELECT * FROM api_key WHERE" + OF_ORGANIZATION
                                + " AND key_id = cast(:key AS uuid) FOR UPDATE")
                        .bind("organization", organizationId)
                        .bind("key", keyId));
    }

    private static Optional<Stored> proved(Session session, Session.Statement statement) {
        var proof = KEYS.proof(session);
        return statement.first(row -> {
            proof.requireUnaltered(row);
            return stored(row);
        });
    }

    /** Counts requests without a signature, if they are accepted. */
    static long addUnsigned(Session session, TransactionKey key, long count) {
        return key.bind(
                        session.sql(
                                "UPDATE api_key SET unsigned_requests = unsigned_requests + :count, unsigned_at = now()"
                                        + TransactionKey.WHERE
                                        + "key_id = cast(:key AS uuid) AND signing_secret IS NOT NULL AND signing_required = false"),
                        "key")
                .bind("count", count)
                .run();
    }

    /** Updates a locked key. */
    static void update(Session session, Stored key) {
        KEYS.update(session, List.of(key)).run();
    }

    private static Stored stored(Row row) {
        var scopes = row.words("scopes");
        var secrets = new SigningKeys(row.bytesOrNull("signing_secret"), row.bytesOrNull("previous_signing_secret"));
        var signing = secrets.current() == null
                ? ApiKey.Signing.OFF
                : Boolean.FALSE.equals(row.flagOrNull("signing_required"))
                        ? ApiKey.Signing.OPTIONAL
                        : ApiKey.Signing.REQUIRED;
        var key = new ApiKey(
                row.uuid("key_id"),
                row.flag("livemode"),
                row.text("name"),
                row.text("prefix"),
                scopes.stream().flatMap(word -> Scope.of(word).stream()).collect(Collectors.toUnmodifiableSet()),
                signing,
                row.instantOrNull("signing_since"),
                row.instantOrNull("previous_signing_until"),
                row.instant("created_at"),
                row.instantOrNull("expires_at"),
                row.instantOrNull("revoked_at"));
        var unsigned = new ApiKey.Unsigned(row.number("unsigned_requests"), row.instantOrNull("unsigned_at"));
        return new Stored(row.uuid("organization_id"), key, scopes, secrets, unsigned);
    }
}
