package io.tical.server.merchant;

import io.tical.server.secret.Hashes;
import io.tical.server.secret.Secrets;
import java.nio.charset.StandardCharsets;

/**
 * The stored hash of an API key: HMAC-SHA-256 with a key derived from the master key. API keys have 190 random bits, so
 * a slow hash is unnecessary. Guesses cannot be verified with a copy of the database alone.
 */
final class ApiKeyHash {
    private final byte[] pepper;

    ApiKeyHash(Secrets secrets) {
        this.pepper = secrets.derive("api-key-pepper");
    }

    byte[] of(String key) {
        return Hashes.hmac(pepper, key.getBytes(StandardCharsets.UTF_8));
    }
}
