package io.tical.server.webhook;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** The beginning of what a stranger's server said, made fit to be stored and shown. */
final class Excerpt {
    private static final char REPLACEMENT = '\uFFFD';

    private Excerpt() {}

    /**
     * Text from bytes that should be UTF-8. Whatever is not, and every character that would steer a terminal, a page or a
     * database instead of being seen, becomes U+FFFD; lines end with a line feed.
     *
     * @param whole whether nothing followed; else a character that was cut in two is left out
     */
    static String of(byte[] bytes, boolean whole) {
        var decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .onUnmappableCharacter(CodingErrorAction.REPLACE);
        var decoded = CharBuffer.allocate(bytes.length + 1);
        decoder.decode(ByteBuffer.wrap(bytes), decoded, whole);
        var text = decoded.flip().toString().replace("\r\n", "\n").replace('\r', '\n');
        var shown = new StringBuilder(text.length());
        text.codePoints().forEach(c -> shown.appendCodePoint(harmful(c) ? REPLACEMENT : c));
        return shown.toString();
    }

    private static boolean harmful(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL -> c != '\n' && c != '\t';
            // Joiners are part of words and of emoji; the others turn text around or hide it.
            case Character.FORMAT -> c != 0x200C && c != 0x200D;
            case Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR, Character.SURROGATE -> true;
            default -> false;
        };
    }
}
