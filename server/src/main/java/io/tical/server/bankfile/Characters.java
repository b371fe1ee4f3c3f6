package io.tical.server.bankfile;

import io.tical.server.bankfile.BankFileException.Fault;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.util.HexFormat;

/** The characters of a file, one after the other. Bytes that are no character of its character set are a fault. */
final class Characters implements AutoCloseable {
    static final int END = -1;

    private static final int BUFFER = 1 << 14;
    private static final int NONE = -2;

    private final InputStream in;
    private final Charset charset;
    private final CharsetDecoder decoder;
    private final ByteBuffer bytes = ByteBuffer.allocate(BUFFER).flip();
    private final CharBuffer decoded = CharBuffer.allocate(BUFFER).flip();
    private int line = 1;
    private int column;
    private int pushed = NONE;
    private boolean ended;

    Characters(InputStream in, Charset charset) {
        this.in = in;
        this.charset = charset;
        this.decoder = charset.newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
    }

    Charset charset() {
        return charset;
    }

    /** The next character in UTF-16, or {@link #END}. The line end is always {@code \n}. */
    int next() throws BankFileException, IOException {
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
    Place place() {
        return new Place(line, column);
    }

    private int decode() throws BankFileException, IOException {
        return decoded.hasRemaining() || fill() ? decoded.get() : END;
    }

    /** False at the end of the file. */
    private boolean fill() throws BankFileException, IOException {
        decoded.clear();
        try {
            while (decoded.position() == 0) {
                // What is left at the end of the file is the beginning of a character.
                var result = decoder.decode(bytes, decoded, false);
                if (decoded.position() > 0) {
                    return true;
                }
                if (result.isError()) {
                    throw fault();
                }
                if (ended) {
                    if (bytes.hasRemaining()) {
                        throw new BankFileException(Fault.TRUNCATED, new Place(line, column + 1), "a character");
                    }
                    return false;
                }
                load();
            }
            return true;
        } finally {
            decoded.flip();
        }
    }

    private BankFileException fault() {
        var octet = "0x" + HexFormat.of().withUpperCase().toHexDigits(bytes.get(bytes.position()));
        return new BankFileException(Fault.ENCODING, new Place(line, column + 1), charset.name(), octet);
    }

    private void load() throws IOException {
        bytes.compact();
        try {
            var count = in.read(bytes.array(), bytes.position(), bytes.remaining());
            if (count < 0) {
                ended = true;
            } else {
                bytes.position(bytes.position() + count);
            }
        } finally {
            bytes.flip();
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
