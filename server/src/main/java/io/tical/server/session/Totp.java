package io.tical.server.session;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.OptionalLong;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Time-based one-time passwords of RFC 6238 as authenticator apps make them: SHA-1, 6 digits, steps of 30 seconds. */
final class Totp {
    static final Duration STEP = Duration.ofSeconds(30);
    static final int DIGITS = 6;
    /** The length that RFC 4226 recommends, which is that of the hash. */
    static final int SECRET_BYTES = 20;

    /** The number of steps by which a clock may be slow or fast. */
    private static final int TOLERANCE = 1;

    private static final int MODULUS = 1_000_000;
    private static final String HMAC = "HmacSHA1";
    private static final String BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    private static final int BASE32_BITS = 5;

    private Totp() {}

    /** The number of the step at this time. */
    static long step(Instant at) {
        return Math.floorDiv(at.getEpochSecond(), STEP.toSeconds());
    }

    /** The code of a step. */
    static String code(byte[] secret, long step) {
        byte[] hash;
        try {
            var mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(secret, HMAC));
            hash = mac.doFinal(ByteBuffer.allocate(Long.BYTES).putLong(step).array());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has HmacSHA1", e);
        }
        // RFC 4226, section 5.3: the last four bits are the offset of the number.
        var number = ByteBuffer.wrap(hash).getInt(hash[hash.length - 1] & 0x0F) & Integer.MAX_VALUE;
        return String.format(Locale.ROOT, "%0" + DIGITS + "d", number % MODULUS);
    }

    /**
     * The step of a code. Steps up to the last one that was used are not accepted, so that a code is valid once.
     *
     * @param used the last step whose code was accepted
     * @return empty if the code is wrong, expired or used
     */
    static OptionalLong accepted(byte[] secret, String code, Instant now, long used) {
        var present = step(now);
        var found = OptionalLong.empty();
        for (long step = present - TOLERANCE; step <= present + TOLERANCE; step++) {
            var right = MessageDigest.isEqual(
                    code(secret, step).getBytes(StandardCharsets.UTF_8), code.getBytes(StandardCharsets.UTF_8));
            if (right && step > used && found.isEmpty()) {
                found = OptionalLong.of(step);
            }
        }
        return found;
    }

    /** The secret as people type it into an app: base32 of RFC 4648 without padding. */
    static String base32(byte[] secret) {
        var text = new StringBuilder();
        var bits = 0;
        var count = 0;
        for (var one : secret) {
            bits = (bits << Byte.SIZE) | (one & 0xFF);
            count += Byte.SIZE;
            while (count >= BASE32_BITS) {
                count -= BASE32_BITS;
                text.append(BASE32.charAt((bits >> count) & 0x1F));
            }
            bits &= (1 << count) - 1;
        }
        if (count > 0) {
            text.append(BASE32.charAt((bits << (BASE32_BITS - count)) & 0x1F));
        }
        return text.toString();
    }
}
