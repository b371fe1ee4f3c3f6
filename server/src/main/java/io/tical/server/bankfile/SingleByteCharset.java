package io.tical.server.bankfile;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A character set whose table is here: the runtime that is shipped with the service has no windows-874. */
final class SingleByteCharset extends Charset {
    private final SingleBytes table;

    SingleByteCharset(SingleBytes table) {
        super(table.shown(), null);
        this.table = table;
    }

    /** By a name that files use; null if it is none of these. */
    static @Nullable Charset named(String name) {
        return switch (name.toUpperCase(Locale.ROOT)) {
            // In Java, cp874 is IBM's character set; who writes it in a bank's file means Microsoft's.
            case "WINDOWS-874", "CP874", "MS874", "874" -> new SingleByteCharset(SingleBytes.WINDOWS_874);
            case "WINDOWS-1252", "CP1252", "1252" -> new SingleByteCharset(SingleBytes.WINDOWS_1252);
            default -> null;
        };
    }

    @Override
    public boolean contains(Charset other) {
        return other.name().equals(name());
    }

    @Override
    public CharsetDecoder newDecoder() {
        return new CharsetDecoder(this, 1, 1) {
            @Override
            protected CoderResult decodeLoop(ByteBuffer bytes, CharBuffer characters) {
                while (bytes.hasRemaining()) {
                    if (!characters.hasRemaining()) {
                        return CoderResult.OVERFLOW;
                    }
                    var character = table.of(bytes.get(bytes.position()) & 0xFF);
                    if (character == SingleBytes.UNDEFINED) {
                        return CoderResult.unmappableForLength(1);
                    }
                    bytes.get();
                    characters.put(character);
                }
                return CoderResult.UNDERFLOW;
            }
        };
    }

    @Override
    public CharsetEncoder newEncoder() {
        return new CharsetEncoder(this, 1, 1) {
            @Override
            protected CoderResult encodeLoop(CharBuffer characters, ByteBuffer bytes) {
                while (characters.hasRemaining()) {
                    if (!bytes.hasRemaining()) {
                        return CoderResult.OVERFLOW;
                    }
                    var octet = table.byteOf(characters.get(characters.position()));
                    if (octet.isEmpty()) {
                        return CoderResult.unmappableForLength(1);
                    }
                    characters.get();
                    bytes.put((byte) octet.getAsInt());
                }
                return CoderResult.UNDERFLOW;
            }
        };
    }
}
