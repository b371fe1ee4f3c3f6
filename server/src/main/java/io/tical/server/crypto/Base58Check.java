package io.tical.server.crypto;

import io.tical.server.secret.Hashes;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Optional;

/**
 * Base58Check: bytes followed by four bytes of their double SHA-256, encoded with 58 unambiguous letters and digits.
 */
public final class Base58Check {
    private static final String ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
    private static final BigInteger BASE = BigInteger.valueOf(58);
    private static final int CHECKSUM_BYTES = 4;
    /** Longer than an extended key (111) and an address (34); limits decoding time. */
    private static final int LENGTH_MAX = 128;

    private Base58Check() {}

    public static String encode(byte[] payload) {
        var bytes = Arrays.copyOf(payload, payload.length + CHECKSUM_BYTES);
        System.arraycopy(checksum(payload), 0, bytes, payload.length, CHECKSUM_BYTES);
        var text = new StringBuilder();
        for (var left = new BigInteger(1, bytes); left.signum() > 0; ) {
            var parts = left.divideAndRemainder(BASE);
            text.append(ALPHABET.charAt(parts[1].intValue()));
            left = parts[0];
        }
        for (int i = 0; i < bytes.length && bytes[i] == 0; i++) {
            text.append(ALPHABET.charAt(0));
        }
        return text.reverse().toString();
    }

    /** Decodes a text without the checksum; empty if a character or the checksum is invalid. */
    public static Optional<byte[]> decode(String text) {
        if (text.isEmpty() || text.length() > LENGTH_MAX) {
            return Optional.empty();
        }
        var number = BigInteger.ZERO;
        for (int i = 0; i < text.length(); i++) {
            var digit = ALPHABET.indexOf(text.charAt(i));
            if (digit < 0) {
                return Optional.empty();
            }
            number = number.multiply(BASE).add(BigInteger.valueOf(digit));
        }
        int zeros = 0;
        while (zeros < text.length() && text.charAt(zeros) == ALPHABET.charAt(0)) {
            zeros++;
        }
        var magnitude = magnitude(number);
        var bytes = new byte[zeros + magnitude.length];
        System.arraycopy(magnitude, 0, bytes, zeros, magnitude.length);
        if (bytes.length < CHECKSUM_BYTES) {
            return Optional.empty();
        }
        var payload = Arrays.copyOf(bytes, bytes.length - CHECKSUM_BYTES);
        var given = Arrays.copyOfRange(bytes, payload.length, bytes.length);
        return Arrays.equals(given, checksum(payload)) ? Optional.of(payload) : Optional.empty();
    }

    /** Removes the leading sign byte. */
    private static byte[] magnitude(BigInteger number) {
        var bytes = number.toByteArray();
        return bytes[0] == 0 ? Arrays.copyOfRange(bytes, 1, bytes.length) : bytes;
    }

    private static byte[] checksum(byte[] payload) {
        return Arrays.copyOf(Hashes.sha256(Hashes.sha256(payload)), CHECKSUM_BYTES);
    }
}
