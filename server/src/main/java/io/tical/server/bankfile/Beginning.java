package io.tical.server.bankfile;

import io.tical.server.bankfile.StatementReader.Source;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** The first bytes of a file, which show what it is. */
record Beginning(byte[] bytes) {
    private static final int BYTES_MAX = 4_096;

    static Beginning of(Source source) throws IOException {
        try (var in = source.open()) {
            return new Beginning(in.readNBytes(BYTES_MAX));
        }
    }

    /** A character for each byte, without a byte order mark, the zero bytes of UTF-16, and what is no text before the first character. */
    String text() {
        var text = new String(bytes, StandardCharsets.ISO_8859_1).replace("\0", "");
        var from = 0;
        if (text.startsWith("\u00EF\u00BB\u00BF")) {
            from = 3;
        } else if (text.startsWith("\u00FE\u00FF") || text.startsWith("\u00FF\u00FE")) {
            from = 2;
        }
        while (from < text.length() && text.charAt(from) <= ' ') {
            from++;
        }
        return text.substring(from);
    }

    boolean startsWith(int... first) {
        for (int at = 0; at < first.length; at++) {
            if (at >= bytes.length || (bytes[at] & 0xFF) != first[at]) {
                return false;
            }
        }
        return true;
    }
}
