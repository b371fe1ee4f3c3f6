package io.tical.server.merchant;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.zip.CRC32;

/**
 * How API keys look: {@code sk_test_} or {@code sk_live_}, 32 random base62 characters (190 bits), and 6 base62 characters
 * of the CRC-32 over all that stands before them. A mistyped key is told without a database read, and secret scanners can
 * tell a key from other text.
 */
public final class ApiKeyFormat {
    private static final String TEST = "sk_test_";
    private static final String LIVE = "sk_live_";
    private static final int RANDOM_LENGTH = 32;
    private static final int CHECKSUM_LENGTH = 6;
    private static final int LENGTH = TEST.length() + RANDOM_LENGTH + CHECKSUM_LENGTH;
    private static final int SHOWN_LENGTH = TEST.length() + 4;

    private ApiKeyFormat() {}

    /** A new key. */
    static String generate(SecureRandom random, boolean livemode) {
        var text = (livemode ? LIVE : TEST) + Base62.random(random, RANDOM_LENGTH);
        return text + checksum(text);
    }

    /** Whether this text can be a key at all. */
    public static boolean wellFormed(String key) {
        if (key.length() != LENGTH || !(key.startsWith(TEST) || key.startsWith(LIVE))) {
            return false;
        }
        var checked = key.length() - CHECKSUM_LENGTH;
        return Base62.matches(key.substring(TEST.length()))
                && checksum(key.substring(0, checked)).equals(key.substring(checked));
    }

    /** The beginning by which people tell their keys apart; it opens nothing. */
    static String shown(String key) {
        return key.substring(0, SHOWN_LENGTH);
    }

    private static String checksum(String text) {
        var crc = new CRC32();
        crc.update(text.getBytes(StandardCharsets.UTF_8));
        return Base62.padded(crc.getValue(), CHECKSUM_LENGTH);
    }
}
