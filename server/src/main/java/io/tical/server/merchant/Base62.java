package io.tical.server.merchant;

import java.security.SecureRandom;

/** Text of digits and letters, which needs no URL encoding. */
final class Base62 {
    private static final String DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

    private static final SecureRandom RANDOM = new SecureRandom();

    private Base62() {}

    /** Uniformly random characters with 5.95 bits each. */
    static String random(int length) {
        return random(length, DIGITS);
    }

    /** Uniformly random characters of an alphabet. */
    static String random(int length, String alphabet) {
        var text = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            text.append(alphabet.charAt(RANDOM.nextInt(alphabet.length())));
        }
        return text.toString();
    }

    /** Encodes a non-negative number with leading zeros up to the length. */
    static String padded(long number, int length) {
        var text = new char[length];
        var rest = number;
        for (int i = length - 1; i >= 0; i--) {
            text[i] = DIGITS.charAt((int) (rest % DIGITS.length()));
            rest /= DIGITS.length();
        }
        return new String(text);
    }

    static boolean matches(CharSequence text) {
        return text.chars().allMatch(c -> c < 128 && (Character.isDigit(c) || Character.isLetter(c)));
    }
}
