package io.tical.server.input;

/** Length and validity of texts. */
public final class Texts {
    private Texts() {}

    /** The length in code points, as PostgreSQL counts it. Every length limit uses it. */
    public static int length(String text) {
        return text.codePointCount(0, text.length());
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
