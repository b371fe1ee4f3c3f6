package io.tical.server.idempotency;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.UUID;

/** The hashes that records contain instead of keys and requests: the first bits of a SHA-256. */
public final class RequestHash {
    private RequestHash() {}

    /** The first 64 bits of a digest of a whole request. */
    public static long fingerprint(byte[] sha256) {
        return ByteBuffer.wrap(sha256).getLong();
    }

    /** The first 64 bits of a hash of a text that contains a whole request. */
    public static long fingerprint(String request) {
        return fingerprint(sha256(request));
    }

    /** The first 128 bits of a hash of organization, environment and key. */
    static UUID key(IdempotencyKey key) {
        var bits = ByteBuffer.wrap(sha256(
                key.principal().organizationId() + (key.principal().livemode() ? "\nlive\n" : "\ntest\n") + key.key()));
        return new UUID(bits.getLong(), bits.getLong());
    }

    private static byte[] sha256(String text) {
        return sha256(text.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
