package io.tical.server.merchant;

import io.tical.server.secret.Secrets;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The stored hash of an API key: HMAC-SHA-256 with a key derived from the master key. API keys have 190 random bits, so
 * a slow hash is unnecessary. Guesses cannot be verified with a copy of the database alone.
 */
final class ApiKeyHash {
    private final SecretKeySpec pepper;

    ApiKeyHash(Secrets secrets) {
        this.pepper = new SecretKeySpec(secrets.derive("api-key-pepper"), "HmacSHA256");
    }

    byte[] of(String key) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(pepper);
            return mac.doFinal(key.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has HmacSHA256", e);
        }
    }
}
