package io.tical.server.bankfile;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.charset.Charset;
import org.jspecify.annotations.Nullable;

/**
 * The characters of a file for a parser that hides what its source throws: {@link #fault} keeps why the bytes are no text.
 */
final class StrictReader extends Reader {
    private final Characters characters;
    private boolean ended;

    @Nullable
    private BankFileException fault;

    @Nullable
    private IOException failure;

    StrictReader(InputStream source, Charset charset) {
        characters = new Characters(source, charset);
    }

    @Override
    public int read(char[] target, int offset, int length) throws IOException {
        var count = 0;
        while (count < length && fault == null) {
            try {
                var c = characters.next();
                if (c == Characters.END) {
                    // The end was read when it alone is answered.
                    ended = count == 0;
                    return ended ? -1 : count;
                }
                target[offset + count++] = (char) c;
            } catch (BankFileException wrong) {
                fault = wrong;
            } catch (IOException e) {
                failure = e;
                throw e;
            }
        }
        if (count == 0 && fault != null) {
            throw new IOException(fault);
        }
        return count;
    }

    Charset charset() {
        return characters.charset();
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
        characters.close();
    }
}
