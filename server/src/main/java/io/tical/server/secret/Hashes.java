package io.tical.server.secret;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** SHA-256 and HMAC-SHA256, which every Java platform has. */
public final class Hashes {
    private static final String HMAC = "HmacSHA256";

    private Hashes() {}

    /** The SHA-256 of these parts in order. */
    public static byte[] sha256(byte[]... parts) {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            for (var part : parts) {
                digest.update(part);
            }
            return digest.digest();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** The SHA-256 of a text in UTF-8. */
    public static byte[] sha256(String text) {
        return sha256(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The HMAC-SHA256 of these parts in order. */
    public static byte[] hmac(byte[] key, byte[]... parts) {
        try {
            var mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(key, HMAC));
            for (var part : parts) {
                mac.update(part);
            }
            return mac.doFinal();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has HMAC-SHA-256", e);
        }
    }

    /** The HMAC-SHA256 in lowercase hex over {@code timestamp.body}, keyed by the bytes of the whole secret. */
    public static String signature(String secret, String timestamp, byte[] body) {
        var key = secret.getBytes(StandardCharsets.UTF_8);
        return HexFormat.of().formatHex(hmac(key, (timestamp + ".").getBytes(StandardCharsets.US_ASCII), body));
    }
}
