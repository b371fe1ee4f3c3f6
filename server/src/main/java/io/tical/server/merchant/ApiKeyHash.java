package io.tical.server.merchant;

import io.tical.server.secret.Secrets;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * What is stored of an API key: SHA-256 with a pepper that is not in the database, as HMAC-SHA-256 under a key made from
 * the master key. A key has 190 random bits, so nothing slower is needed, and a copy of the database proves no guess.
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
