package io.tical.server.input;

/** Which texts can be stored, and how long they are. */
public final class Texts {
    private Texts() {}

    /** How many characters a text has: every limit on texts counts code points, as PostgreSQL does. */
    public static int length(String text) {
        return text.codePointCount(0, text.length());
    }

    /** No control characters but tab and line ends, no half surrogates, no replacement of what was not UTF-8. */
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
