package io.tical.server.merchant;

import io.tical.db.Database;
import io.tical.db.Row;
import io.tical.server.access.AddressRanges;
import io.tical.server.access.Caller;
import io.tical.server.access.Credential;
import io.tical.server.secret.Secrets;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds API keys for the gate. Caches known and unknown keys for as long as the {@link Configuration} allows. Mistyped
 * keys are rejected without hashing.
 */
public final class Keyring implements Credential.Source {
    /** Limits the memory of unknown keys; few nodes have as many callers. */
    private static final int ENTRIES_MAX = 20_000;

    private final Database database;
    private final Secrets secrets;
    private final byte[] pepper;
    private final ConfigurationCache<ByteBuffer, Optional<Credential>> credentials;

    public Keyring(Database database, Configuration configuration, Secrets secrets) {
        this.database = database;
        this.secrets = secrets;
        this.pepper = ApiKeyFormat.pepper(secrets);
        this.credentials = new ConfigurationCache<>(configuration, ENTRIES_MAX, this::load);
    }

    /** @throws io.tical.db.DatabaseUnavailable if the key cannot be verified */
    @Override
    public @Nullable Credential find(String apiKey) {
        if (!ApiKeyFormat.wellFormed(apiKey)) {
            return null;
        }
        return credentials
                .get(ByteBuffer.wrap(ApiKeyFormat.hash(pepper, apiKey)))
                .orElse(null);
    }

    private Optional<Credential> load(ByteBuffer keyHash) {
        return database.run(
                session -> session.sql("""
                        SELECT k.*, coalesce((SELECT array_agg(a.entry) FROM ip_allowlist a
                                              WHERE a.organization_id = k.organization_id), '{}') AS allowed
                        FROM api_key_hash h JOIN api_key k USING (organization_id, livemode, key_id)
                        WHERE h.key_hash = :hash
                        """).bind("hash", keyHash.array()).first(this::credential));
    }

    private Credential credential(Row row) {
        var organizationId = row.uuid("organization_id");
        var signing = row.bytesOrNull("signing_secret");
        return new Credential(
                new Caller(
                        organizationId,
                        row.flag("livemode"),
                        row.uuid("key_id"),
                        row.text("prefix"),
                        ApiKeyStore.scopes(row)),
                signing == null ? null : secrets.open(organizationId, signing),
                row.instantOrNull("expires_at"),
                row.instantOrNull("revoked_at") != null,
                AddressRanges.of(row.words("allowed"))::contains);
    }
}
