package io.tical.server.webhook;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** The beginning of a response body as text that can be stored and displayed. */
final class Excerpt {
    private static final char REPLACEMENT = '\uFFFD';

    private Excerpt() {}

    /**
     * Decodes UTF-8. Invalid bytes and control characters become U+FFFD; lines end with a line feed.
     *
     * @param whole whether the bytes are complete; if not, a truncated last character is dropped
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
            // Joiners are part of words and emoji; other format characters reverse or hide text.
            case Character.FORMAT -> c != 0x200C && c != 0x200D;
            case Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR, Character.SURROGATE -> true;
            default -> false;
        };
    }
}
