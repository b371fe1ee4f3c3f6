package io.tical.server.outward;

import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The MACs of the records of a log. Each covers the one before, so a record that is missing, added or moved is found. Not for several
 * threads.
 */
final class LogChain {
    static final int MAC_BYTES = 16;
    static final byte[] BEGINNING = new byte[MAC_BYTES];

    private final Mac mac;

    LogChain(byte[] key) {
        try {
            mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has HMAC-SHA-256", e);
        }
    }

    /** The MAC of what follows a MAC. */
    byte[] next(byte[] before, byte[] bytes) {
        mac.update(before);
        return Arrays.copyOf(mac.doFinal(bytes), MAC_BYTES);
    }
}
