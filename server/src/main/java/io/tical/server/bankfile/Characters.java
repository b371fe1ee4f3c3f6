package io.tical.server.bankfile;

import io.tical.server.bankfile.BankFileException.Fault;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;

/** The characters of a file, one after the other. Bytes that are no character of its encoding are a fault. */
abstract class Characters implements AutoCloseable {
    private static final int BUFFER_BYTES = 1 << 14;

    private final InputStream in;
    private int line = 1;
    private int column;
    private int pushed = NONE;

    private static final int NONE = -2;

    private Characters(InputStream in) {
        this.in = new BufferedInputStream(in, BUFFER_BYTES);
    }

    static Characters utf8(InputStream in) {
        return new Utf8(in);
    }

    static Characters utf16(InputStream in, boolean bigEndian) {
        return new Utf16(in, bigEndian);
    }

    static Characters singleByte(InputStream in, SingleBytes encoding) {
        return new Characters(in) {
            @Override
            int decode() throws BankFileException, IOException {
                var value = read();
                if (value < 0) {
                    return value;
                }
                var c = encoding.of(value);
                if (c == SingleBytes.UNDEFINED) {
                    throw fault(encoding.shown(), value);
                }
                return c;
            }
        };
    }

    /** The next character in UTF-16, or -1 at the end. The line end is always {@code \n}. */
    final int next() throws BankFileException, IOException {
        var c = pushed == NONE ? decode() : pushed;
        pushed = NONE;
        if (c == '\r') {
            pushed = decode();
            if (pushed == '\n') {
                pushed = NONE;
            }
            c = '\n';
        }
        if (c == '\n') {
            line++;
            column = 0;
        } else {
            column++;
        }
        return c;
    }

    /** Where the character is that {@link #next} returned last; after a line end the line that begins. */
    final Place place() {
        return new Place(line, column);
    }

    abstract int decode() throws BankFileException, IOException;

    final int read() throws IOException {
        return in.read();
    }

    final BankFileException fault(String encoding, int value) {
        return new BankFileException(
                Fault.ENCODING, new Place(line, column + 1), encoding, String.format(Locale.ROOT, "%02X", value));
    }

    final BankFileException truncated() {
        return new BankFileException(Fault.TRUNCATED, new Place(line, column + 1), "a character");
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    private static final class Utf8 extends Characters {
        private int low = -1;

        Utf8(InputStream in) {
            super(in);
        }

        @Override
        int decode() throws BankFileException, IOException {
            if (low >= 0) {
                var second = low;
                low = -1;
                return second;
            }
            var first = read();
            if (first < 0x80) {
                return first;
            }
            if (first < 0xC2 || first > 0xF4) {
                throw fault("UTF-8", first);
            }
            var following = first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3;
            var code = first & (0x3F >> following);
            for (int at = 0; at < following; at++) {
                var next = read();
                if (next < 0) {
                    throw truncated();
                }
                if ((next & 0xC0) != 0x80) {
                    throw fault("UTF-8", next);
                }
                code = code << 6 | (next & 0x3F);
            }
            var tooLong = (following == 2 && code < 0x800) || (following == 3 && code < 0x10000);
            if (tooLong || code > Character.MAX_CODE_POINT || (code >= 0xD800 && code <= 0xDFFF)) {
                throw fault("UTF-8", first);
            }
            if (code < 0x10000) {
                return code;
            }
            low = Character.lowSurrogate(code);
            return Character.highSurrogate(code);
        }
    }

    private static final class Utf16 extends Characters {
        private final boolean bigEndian;
        private boolean high;

        Utf16(InputStream in, boolean bigEndian) {
            super(in);
            this.bigEndian = bigEndian;
        }

        @Override
        int decode() throws BankFileException, IOException {
            var first = read();
            var second = first < 0 ? -1 : read();
            if (second < 0) {
                if (first >= 0 || high) {
                    throw truncated();
                }
                return -1;
            }
            var c = (char) (bigEndian ? first << 8 | second : second << 8 | first);
            if (high != Character.isLowSurrogate(c)) {
                throw fault("UTF-16", first);
            }
            high = Character.isHighSurrogate(c);
            return c;
        }
    }
}
