package io.tical.server.bankfile;

import io.tical.server.bankfile.StatementReader.Source;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * The beginning of a file, as much of it as a trial reads.
 *
 * @param whole whether it is all of the file; else it ends with a line
 */
record Sample(byte[] bytes, boolean whole) implements Source {
    static final int BYTES_MAX = 1 << 20;

    static Sample of(Source source) throws IOException {
        try (var in = source.open()) {
            var bytes = in.readNBytes(BYTES_MAX + 1);
            return bytes.length <= BYTES_MAX
                    ? new Sample(bytes, true)
                    : new Sample(Arrays.copyOf(bytes, lineEnd(bytes)), false);
        }
    }

    /** After the last line that is whole. A character of UTF-16 that is cut in two has an odd length. */
    private static int lineEnd(byte[] bytes) {
        for (int at = BYTES_MAX - 1; at > 0; at--) {
            if (bytes[at] == '\n') {
                return isUtf16(bytes) ? at & ~1 : at + 1;
            }
        }
        return BYTES_MAX;
    }

    private static boolean isUtf16(byte[] bytes) {
        return (bytes[0] == (byte) 0xFF && bytes[1] == (byte) 0xFE)
                || (bytes[0] == (byte) 0xFE && bytes[1] == (byte) 0xFF);
    }

    @Override
    public InputStream open() {
        return new ByteArrayInputStream(bytes);
    }
}
