package io.tical.server.idempotency;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.UUID;

/** The first 128 bits of a SHA-256: what is stored of keys and of what was requested. */
public final class Hash128 {
    private Hash128() {}

    public static UUID of(String text) {
        try {
            return of(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** @param sha256 the digest, of which the rest is dropped */
    public static UUID of(byte[] sha256) {
        var bits = ByteBuffer.wrap(sha256);
        return new UUID(bits.getLong(), bits.getLong());
    }
}
