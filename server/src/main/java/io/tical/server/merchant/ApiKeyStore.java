package io.tical.server.merchant;

import static io.tical.db.ColumnType.BYTES;
import static io.tical.db.ColumnType.FLAG;
import static io.tical.db.ColumnType.ID;
import static io.tical.db.ColumnType.NUMBER;
import static io.tical.db.ColumnType.TEXT;
import static io.tical.db.ColumnType.TEXTS;
import static io.tical.db.ColumnType.TIME;

import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.db.Table;
import io.tical.db.TableColumns;
import io.tical.server.access.Scope;
import io.tical.server.key.TransactionKey;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The SQL of API keys. The dashboard identifies a key by id only, so queries search both environments. */
final class ApiKeyStore {
    static final Table<Stored> KEYS = Table.of("api_key", ApiKeyStore::columns);

    static final Table<Hash> HASHES = Table.of("api_key_hash", ApiKeyStore::hashColumns);

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
                    var stored = KEYS.read(row);
                    return new ApiKey.Listed(stored.key(), stored.unsigned());
                });
    }

    /** Finds the key with a secret of this hash. Fails if the service did not write the row. */
    static Optional<TransactionKey> byHash(Session session, byte[] hash) {
        return session.sql("SELECT * FROM api_key_hash WHERE key_hash = :hash")
                .bind("hash", hash)
                .first(HASHES.locked(session).andThen(Hash::key));
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
        return statement.first(KEYS.locked(session));
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

    private static Function<Row, Stored> columns(TableColumns<Stored> t) {
        var identity = TransactionKey.columns(t, "key_id", Stored::identity);
        var key = t.part(Stored::key);
        var name = key.insertOnly("name", TEXT, ApiKey::name);
        var prefix = key.insertOnly("prefix", TEXT, ApiKey::prefix);
        var scopes = t.insertOnly("scopes", TEXTS, Stored::scopes);
        var secrets = t.part(Stored::secrets);
        var current = secrets.optional(one -> one.current() == null ? null : one);
        var signingSecret = current.column("signing_secret", BYTES, one -> Objects.requireNonNull(one.current()));
        var createdAt = key.insertOnly("created_at", TIME, ApiKey::createdAt);
        var expiresAt = key.insertOnly("expires_at", TIME.orNull(), ApiKey::expiresAt);
        var revokedAt = key.column("revoked_at", TIME.orNull(), ApiKey::revokedAt);
        var signingRequired =
                key.column("signing_required", FLAG.orNull(), one -> one.signing() == ApiKey.Signing.REQUIRED);
        var signingSince = key.column("signing_since", TIME.orNull(), ApiKey::signingSince);
        var previous = secrets.optional(one -> one.previous() == null ? null : one);
        var previousSecret =
                previous.column("previous_signing_secret", BYTES, one -> Objects.requireNonNull(one.previous()));
        var previousSigningUntil = key.column("previous_signing_until", TIME.orNull(), ApiKey::previousSecretUntil);
        var unsigned = t.part(Stored::unsigned);
        var unsignedRequests = unsigned.outsideMac("unsigned_requests", NUMBER, ApiKey.Unsigned::count);
        var unsignedAt = unsigned.outsideMac("unsigned_at", TIME.orNull(), ApiKey.Unsigned::lastAt);
        return row -> {
            var id = identity.of(row);
            var words = scopes.of(row);
            var sealed = new SigningKeys(
                    current.orNull(row, () -> signingSecret.of(row)),
                    previous.orNull(row, () -> previousSecret.of(row)));
            var signing = sealed.current() == null
                    ? ApiKey.Signing.OFF
                    : Boolean.FALSE.equals(signingRequired.of(row)) ? ApiKey.Signing.OPTIONAL : ApiKey.Signing.REQUIRED;
            return new Stored(
                    id.organizationId(),
                    new ApiKey(
                            id.id(),
                            id.livemode(),
                            name.of(row),
                            prefix.of(row),
                            words.stream()
                                    .flatMap(word -> Scope.of(word).stream())
                                    .collect(Collectors.toUnmodifiableSet()),
                            signing,
                            signingSince.of(row),
                            previousSigningUntil.of(row),
                            createdAt.of(row),
                            expiresAt.of(row),
                            revokedAt.of(row)),
                    words,
                    sealed,
                    new ApiKey.Unsigned(unsignedRequests.of(row), unsignedAt.of(row)));
        };
    }

    private static Function<Row, Hash> hashColumns(TableColumns<Hash> t) {
        var key = t.part(Hash::key);
        var hash = t.key("key_hash", BYTES, Hash::hash);
        var organizationId = key.column("organization_id", ID, TransactionKey::organizationId);
        var livemode = key.column("livemode", FLAG, TransactionKey::livemode);
        var keyId = key.column("key_id", ID, TransactionKey::id);
        return row ->
                new Hash(hash.of(row), new TransactionKey(organizationId.of(row), livemode.of(row), keyId.of(row)));
    }
}
