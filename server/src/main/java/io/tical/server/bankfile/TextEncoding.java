package io.tical.server.bankfile;

import io.tical.common.Word;
import io.tical.server.bankfile.BankFileException.Fault;
import io.tical.server.bankfile.StatementReader.Source;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** How the characters of a text file are stored. A byte order mark always decides. */
public enum TextEncoding implements Word {
    /** UTF-8 if the whole file is valid UTF-8, else {@link #WINDOWS_874}. */
    DETECT,
    /** UTF-8 if the whole file is valid UTF-8, else {@link #WINDOWS_1252}, which contains ISO 8859-1. */
    DETECT_WESTERN,
    UTF_8,
    /** Thai; TIS-620 is a part of it. */
    WINDOWS_874,
    WINDOWS_1252;

    /**
     * Opens a file.
     *
     * @throws BankFileException if it is empty
     */
    Characters open(Source source) throws BankFileException, IOException {
        var mark = Mark.of(source);
        if (mark != Mark.NONE) {
            return mark.open(source);
        }
        return switch (this) {
            case DETECT -> isUtf8(source) ? UTF_8.open(source) : WINDOWS_874.open(source);
            case DETECT_WESTERN -> isUtf8(source) ? UTF_8.open(source) : WINDOWS_1252.open(source);
            case UTF_8 -> new Characters(source.open(), StandardCharsets.UTF_8);
            case WINDOWS_874 -> new Characters(source.open(), new SingleByteCharset(SingleBytes.WINDOWS_874));
            case WINDOWS_1252 -> new Characters(source.open(), new SingleByteCharset(SingleBytes.WINDOWS_1252));
        };
    }

    /** The name of the encoding in which a file is read. Exceptions as for {@link #open}. */
    String nameOf(Source source) throws BankFileException, IOException {
        return switch (Mark.of(source)) {
            case UTF_8 -> "UTF-8";
            case UTF_16_BIG, UTF_16_LITTLE -> "UTF-16";
            case NONE ->
                switch (this) {
                    case DETECT -> isUtf8(source) ? "UTF-8" : "windows-874";
                    case DETECT_WESTERN -> isUtf8(source) ? "UTF-8" : "windows-1252";
                    case UTF_8 -> "UTF-8";
                    case WINDOWS_874 -> "windows-874";
                    case WINDOWS_1252 -> "windows-1252";
                };
        };
    }

    /** A file that ends within a character after others that were whole is UTF-8 that was cut. */
    private static boolean isUtf8(Source source) throws BankFileException, IOException {
        boolean beyondAscii = false;
        try (var characters = new Characters(source.open(), StandardCharsets.UTF_8)) {
            for (int c = characters.next(); c >= 0; c = characters.next()) {
                beyondAscii |= c > 0x7F;
            }
            return true;
        } catch (BankFileException e) {
            if (e.fault() == Fault.ENCODING || e.fault() == Fault.TRUNCATED) {
                return e.fault() == Fault.TRUNCATED && beyondAscii;
            }
            throw e;
        }
    }

    private enum Mark {
        NONE(0),
        UTF_8(3),
        UTF_16_BIG(2),
        UTF_16_LITTLE(2);

        private final int length;

        Mark(int length) {
            this.length = length;
        }

        static Mark of(Source source) throws BankFileException, IOException {
            byte[] first;
            try (var in = source.open()) {
                first = in.readNBytes(3);
            }
            if (first.length == 0) {
                throw new BankFileException(Fault.EMPTY, Place.FILE);
            }
            if (begins(first, 0xEF, 0xBB, 0xBF)) {
                return UTF_8;
            }
            if (begins(first, 0xFE, 0xFF)) {
                return UTF_16_BIG;
            }
            return begins(first, 0xFF, 0xFE) ? UTF_16_LITTLE : NONE;
        }

        private static boolean begins(byte[] first, int... mark) {
            for (int at = 0; at < mark.length; at++) {
                if (at >= first.length || (first[at] & 0xFF) != mark[at]) {
                    return false;
                }
            }
            return true;
        }

        Characters open(Source source) throws IOException {
            var in = source.open();
            in.skipNBytes(length);
            return switch (this) {
                case NONE, UTF_8 -> new Characters(in, StandardCharsets.UTF_8);
                case UTF_16_BIG -> new Characters(in, StandardCharsets.UTF_16BE);
                case UTF_16_LITTLE -> new Characters(in, StandardCharsets.UTF_16LE);
            };
        }
    }
}
