package io.tical.server.bankfile;

import java.util.OptionalInt;
import java.util.stream.IntStream;

/** Encodings with one byte a character. What Java reads for undefined bytes differs, so the tables are here. */
enum SingleBytes {
    WINDOWS_874("windows-874", "€????…???????????‘’“”•–—????????") {
        @Override
        char high(int value) {
            if (value == 0xA0) {
                return '\u00A0';
            }
            var defined = value <= 0xDA || (value >= 0xDF && value <= 0xFB);
            return defined ? (char) (0x0E00 + value - 0xA0) : UNDEFINED;
        }
    },
    WINDOWS_1252("windows-1252", "€?‚ƒ„…†‡ˆ‰Š‹Œ?Ž??‘’“”•–—˜™š›œ?žŸ") {
        @Override
        char high(int value) {
            return (char) value;
        }
    };

    /** What an undefined byte stands for. */
    static final char UNDEFINED = '\uFFFF';

    private final String shown;
    private final String from80To9F;

    SingleBytes(String shown, String from80To9F) {
        this.shown = shown;
        this.from80To9F = from80To9F;
    }

    /** The character of a byte from A0 to FF. */
    abstract char high(int value);

    char of(int value) {
        if (value < 0x80) {
            return (char) value;
        }
        if (value >= 0xA0) {
            return high(value);
        }
        var c = from80To9F.charAt(value - 0x80);
        return c == '?' ? UNDEFINED : c;
    }

    /** The byte of a character; empty if there is none. */
    OptionalInt byteOf(char c) {
        return c < 0x80
                ? OptionalInt.of(c)
                : IntStream.range(0x80, 0x100)
                        .filter(value -> of(value) == c && c != UNDEFINED)
                        .findFirst();
    }

    String shown() {
        return shown;
    }
}
