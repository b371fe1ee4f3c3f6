package io.tical.server.bankfile;

import io.tical.server.bankfile.BankFileException.Fault;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The characters of a file. A byte that the character set does not have ends it with a fault at its line and column, which
 * {@link #fault} keeps because a parser between this reader and its user hides what it throws.
 */
final class StrictReader extends Reader {
    private final InputStream source;
    private final Charset charset;
    private final CharsetDecoder decoder;
    private final ByteBuffer bytes = ByteBuffer.allocate(8_192).flip();
    private final CharBuffer characters = CharBuffer.allocate(8_192).flip();
    private int line = 1;
    private int column = 1;
    private boolean sourceEnded;
    private boolean ended;

    @Nullable
    private BankFileException fault;

    @Nullable
    private IOException failure;

    StrictReader(InputStream source, Charset charset) {
        this.source = source;
        this.charset = charset;
        this.decoder = charset.newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
    }

    @Override
    public int read(char[] target, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (!characters.hasRemaining() && !fill()) {
            ended = true;
            return -1;
        }
        var count = Math.min(length, characters.remaining());
        characters.get(target, offset, count);
        return count;
    }

    /** False at the end of the file. */
    private boolean fill() throws IOException {
        characters.clear();
        while (characters.position() == 0) {
            var result = decoder.decode(bytes, characters, sourceEnded);
            if (characters.position() > 0) {
                break;
            }
            if (result.isError()) {
                characters.flip();
                throw refused();
            }
            if (sourceEnded) {
                characters.flip();
                return false;
            }
            load();
        }
        characters.flip();
        count();
        return true;
    }

    private IOException refused() {
        var octet = "0x" + HexFormat.of().withUpperCase().toHexDigits(bytes.get(bytes.position()));
        var found = new BankFileException(Fault.ENCODING, new Place(line, column), charset.name(), octet);
        fault = found;
        return new IOException(found);
    }

    private void load() throws IOException {
        bytes.compact();
        try {
            var count = source.read(bytes.array(), bytes.position(), bytes.remaining());
            if (count < 0) {
                sourceEnded = true;
            } else {
                bytes.position(bytes.position() + count);
            }
        } catch (IOException e) {
            failure = e;
            throw e;
        } finally {
            bytes.flip();
        }
    }

    private void count() {
        for (var i = characters.position(); i < characters.limit(); i++) {
            if (characters.get(i) == '\n') {
                line++;
                column = 1;
            } else {
                column++;
            }
        }
    }

    Charset charset() {
        return charset;
    }

    /** Reads to the end: whether all of it is text of the character set. */
    boolean isText() throws IOException {
        var buffer = new char[8_192];
        try {
            while (read(buffer, 0, buffer.length) >= 0) {
                // Only the bytes count.
            }
        } catch (IOException e) {
            if (fault == null) {
                throw e;
            }
        }
        return fault == null;
    }

    /** Whether the end of the file was read. */
    boolean ended() {
        return ended;
    }

    /** Why the bytes are no text, if they are none. */
    @Nullable
    BankFileException fault() {
        return fault;
    }

    /** Why the source cannot be read, if it cannot. */
    @Nullable
    IOException failure() {
        return failure;
    }

    @Override
    public void close() throws IOException {
        source.close();
    }
}
