package io.tical.server.idempotency;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.UUID;

/** What is stored of a key and of what was requested: the first bits of a SHA-256. */
public final class RequestHash {
    private RequestHash() {}

    /** The first 64 bits of a digest of all that a request asks for. */
    public static long fingerprint(byte[] sha256) {
        return ByteBuffer.wrap(sha256).getLong();
    }

    /** The first 64 bits of a hash of a text that tells all that a request asks for. */
    public static long fingerprint(String request) {
        return fingerprint(sha256(request));
    }

    /** The first 128 bits of a hash of environment and key. */
    static UUID key(boolean livemode, String key) {
        var bits = ByteBuffer.wrap(sha256((livemode ? "live\n" : "test\n") + key));
        return new UUID(bits.getLong(), bits.getLong());
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
