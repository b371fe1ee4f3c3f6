package io.tical.server.input;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** Length and validity of texts. */
public final class Texts {
    private static final Pattern BLANK = Pattern.compile("[\\s\\p{Cf}\\p{Cc}]*", Pattern.UNICODE_CHARACTER_CLASS);

    private Texts() {}

    /** Whether these are the UTF-8 of a text: without overlong forms, surrogates and characters beyond the last one. */
    public static boolean isUtf8(byte[] bytes) {
        if (isAscii(bytes)) {
            return true;
        }
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (CharacterCodingException malformed) {
            return false;
        }
    }

    private static boolean isAscii(byte[] bytes) {
        for (var octet : bytes) {
            if (octet < 0) {
                return false;
            }
        }
        return true;
    }

    /** The length in code points, as PostgreSQL counts it. Every length limit uses it. */
    public static int length(String text) {
        return text.codePointCount(0, text.length());
    }

    /** Whether a text has nothing to read: only spaces of any kind, such as non-breaking ones, and invisible characters. */
    public static boolean blank(String text) {
        return BLANK.matcher(text).matches();
    }

    /**
     * Rejects control characters except tab and line breaks, unpaired surrogates, and U+FFFD, which replaces invalid
     * UTF-8.
     */
    public static boolean storable(String text) {
        for (int i = 0; i < text.length(); i++) {
            var c = text.charAt(i);
            if (Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(c)
                    || c == '\uFFFD'
                    || (c < ' ' && c != '\t' && c != '\n' && c != '\r')
                    || c == 0x7F) {
                return false;
            }
        }
        return true;
    }
}
