package io.tical.server.merchant;

import io.tical.db.Database;
import io.tical.server.access.AddressRanges;
import io.tical.server.access.Caller;
import io.tical.server.access.Credential;
import io.tical.server.access.RequestSigning;
import io.tical.server.secret.Secrets;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
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
    private final UnsignedRequests unsigned;

    public Keyring(Database database, Configuration configuration, Secrets secrets) {
        this.database = database;
        this.secrets = secrets;
        this.pepper = ApiKeyFormat.pepper(secrets);
        this.unsigned = new UnsignedRequests(database);
        this.credentials = new ConfigurationCache<>(configuration, ENTRIES_MAX, this::load);
    }

    /**
     * @throws io.tical.db.DatabaseUnavailable if the key cannot be verified
     * @throws io.tical.db.AlteredRow if the service did not write the key, its hash or an entry of the allowlist
     */
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
        return database.run(session -> ApiKeyStore.byHash(session, keyHash.array())
                .flatMap(key -> {
                    var allowed = new ArrayList<String>();
                    AllowlistStore.proveLater(session, key.organizationId(), allowed::addAll);
                    return ApiKeyStore.find(session, key).map(stored -> credential(stored, allowed));
                }));
    }

    private Credential credential(ApiKeyStore.Stored stored, List<String> allowed) {
        var key = stored.key();
        return new Credential(
                new Caller(stored.organizationId(), key.livemode(), key.id(), key.prefix(), key.scopes()),
                signing(stored),
                key.expiresAt(),
                key.revokedAt() != null,
                AddressRanges.of(allowed)::contains);
    }

    private @Nullable RequestSigning signing(ApiKeyStore.Stored stored) {
        var key = stored.key();
        var current = stored.secrets().current();
        var previous = stored.secrets().previous();
        return current == null
                ? null
                : new RequestSigning(
                        key.signing() == ApiKey.Signing.REQUIRED,
                        secrets.open(stored.organizationId(), current),
                        previous == null ? null : secrets.open(stored.organizationId(), previous),
                        key.previousSecretUntil());
    }

    @Override
    public void unsigned(Caller caller) {
        unsigned.count(caller);
    }

    /** The counts of requests without a signature. */
    public UnsignedRequests unsigned() {
        return unsigned;
    }
}
