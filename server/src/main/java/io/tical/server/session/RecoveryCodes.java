package io.tical.server.session;

import io.tical.server.secret.Hashes;
import io.tical.server.secret.Secrets;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Codes that replace a lost authenticator app: ten codes of 49 random bits, each for one use. Only their MACs are stored, under a key that
 * is not in the database, so that nobody can guess them from the database.
 *
 * @param macKey the same on every node
 */
record RecoveryCodes(byte[] macKey) {
    static final int COUNT = 10;

    /** Without easily confused characters. */
    private static final String LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";

    private static final int LENGTH = 10;

    /** New codes, such as {@code k3pzq-8w2mh}. */
    static List<String> fresh() {
        return Stream.generate(RecoveryCodes::one).limit(COUNT).toList();
    }

    private static String one() {
        var code = new StringBuilder();
        while (code.length() < LENGTH + 1) {
            if (code.length() == LENGTH / 2) {
                code.append('-');
            }
            // 248 is the largest multiple of 31 in a byte, so all letters are equally likely.
            var random = Secrets.random(1)[0] & 0xFF;
            if (random < 248) {
                code.append(LETTERS.charAt(random % LETTERS.length()));
            }
        }
        return code.toString();
    }

    /** The stored forms of a person's codes. */
    List<String> stored(UUID personId, List<String> codes) {
        return codes.stream().map(code -> stored(personId, code)).toList();
    }

    /** The stored form of a code, regardless of its spelling. */
    String stored(UUID personId, String code) {
        var plain = SecondFactors.plain(code);
        return HexFormat.of()
                .formatHex(Hashes.hmac(macKey, (personId + "\n" + plain).getBytes(StandardCharsets.UTF_8)));
    }

    /** Whether this looks like a recovery code, without spaces and dashes. */
    static boolean looksLike(String plain) {
        return plain.length() == LENGTH
                && IntStream.range(0, LENGTH).allMatch(i -> LETTERS.indexOf(plain.charAt(i)) >= 0);
    }
}
