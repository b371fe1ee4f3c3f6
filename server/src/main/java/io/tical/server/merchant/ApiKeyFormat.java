package io.tical.server.merchant;

import io.tical.server.secret.Hashes;
import io.tical.server.secret.Secrets;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/**
 * The format of API keys: {@code sk_test_} or {@code sk_live_}, 32 random base62 characters (190 bits), and the CRC-32
 * of everything before it as 6 base62 characters. The checksum rejects mistyped keys without a database query and lets
 * secret scanners recognise keys.
 */
public final class ApiKeyFormat {
    private static final String TEST = "sk_test_";
    private static final String LIVE = "sk_live_";
    private static final int RANDOM_LENGTH = 32;
    private static final int CHECKSUM_LENGTH = 6;
    private static final int LENGTH = TEST.length() + RANDOM_LENGTH + CHECKSUM_LENGTH;
    private static final int SHOWN_LENGTH = TEST.length() + 4;

    private ApiKeyFormat() {}

    /**
     * The stored hash of a key: HMAC-SHA-256 with a key derived from the master key. API keys have 190 random bits, so a
     * slow hash is unnecessary. Guesses cannot be verified with a copy of the database alone.
     */
    static byte[] hash(byte[] pepper, String key) {
        return Hashes.hmac(pepper, key.getBytes(StandardCharsets.UTF_8));
    }

    static byte[] pepper(Secrets secrets) {
        return secrets.derive("api-key-pepper");
    }

    static String generate(boolean livemode) {
        var text = (livemode ? LIVE : TEST) + Base62.random(RANDOM_LENGTH);
        return text + checksum(text);
    }

    /** Whether the text has the format and a valid checksum. */
    public static boolean wellFormed(String key) {
        if (key.length() != LENGTH || !(key.startsWith(TEST) || key.startsWith(LIVE))) {
            return false;
        }
        var checked = key.length() - CHECKSUM_LENGTH;
        return Base62.matches(key.substring(TEST.length()))
                && checksum(key.substring(0, checked)).equals(key.substring(checked));
    }

    /** The prefix of a key for display. It grants no access. */
    static String shown(String key) {
        return key.substring(0, SHOWN_LENGTH);
    }

    private static String checksum(String text) {
        var crc = new CRC32();
        crc.update(text.getBytes(StandardCharsets.UTF_8));
        return Base62.padded(crc.getValue(), CHECKSUM_LENGTH);
    }
}
