package io.tical.server.bank;

import io.tical.server.problem.Problem;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PushbackInputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/** The bytes of files of banks: compressed and in parts, so that neither writing nor reading one holds it in memory. */
public final class BankFileContent {
    /** The largest file; what is larger is no statement. */
    static final long BYTES_MAX = 512L * 1024 * 1024;

    private static final int PART_BYTES = 1024 * 1024;
    private static final int COPY_BYTES = 64 * 1024;
    private static final int GZIP_FIRST = 0x1f;
    private static final int GZIP_SECOND = 0x8b;

    private BankFileContent() {}

    /** What is known of bytes that were written. */
    record Written(long size, String hash) {}

    /** Takes the parts of a file. */
    @FunctionalInterface
    public interface Parts {
        void add(int part, byte[] content);
    }

    /**
     * Compresses a file in parts. One that is compressed by gzip is taken as what it contains.
     *
     * @return what was written
     * @throws Problem.TooLarge if the content has more than {@link #BYTES_MAX}
     * @throws Problem.Invalid if it is empty, or compressed and damaged
     */
    static Written write(InputStream file, Parts parts) {
        var sink = new PartSink(parts);
        try (var packed = new GZIPOutputStream(sink, COPY_BYTES)) {
            var written = pass(unpacked(file), packed);
            packed.finish();
            sink.end();
            return written;
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** Compresses what is written to it, in parts; the last one comes when it is closed. */
    public static OutputStream packing(Parts parts) throws IOException {
        var sink = new PartSink(parts);
        return new GZIPOutputStream(sink, COPY_BYTES) {
            @Override
            public void close() throws IOException {
                super.close();
                sink.end();
            }
        };
    }

    /** Size and hash of a file as {@link #write} takes it. Exceptions as there. */
    static Written measure(InputStream file) {
        try {
            return pass(unpacked(file), OutputStream.nullOutputStream());
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** The hash of stored content. */
    static String hash(InputStream content) throws IOException {
        return pass(content, OutputStream.nullOutputStream()).hash();
    }

    private static Written pass(InputStream content, OutputStream to) throws IOException {
        var digest = sha256();
        var chunk = new byte[COPY_BYTES];
        var size = 0L;
        for (int read = content.read(chunk); read >= 0; read = content.read(chunk)) {
            size += read;
            if (size > BYTES_MAX) {
                throw new Problem.TooLarge(BYTES_MAX);
            }
            digest.update(chunk, 0, read);
            to.write(chunk, 0, read);
        }
        if (size == 0) {
            throw new Problem.Invalid("file", "empty", "is empty");
        }
        return new Written(size, HexFormat.of().formatHex(digest.digest()));
    }

    /** What is said of a file that cannot be read: whether it is damaged, or its disk fails. */
    static RuntimeException failed(IOException e) {
        return e instanceof ZipException || e instanceof EOFException
                ? new Problem.Invalid("file", "damaged", "is compressed by gzip, and damaged")
                : new UncheckedIOException("a file of a bank could not be read", e);
    }

    /** What a file contains that is compressed by gzip; else the file itself. */
    static InputStream unpacked(InputStream file) throws IOException {
        var pushed = new PushbackInputStream(file, 2);
        var beginning = pushed.readNBytes(2);
        pushed.unread(beginning);
        return beginning.length == 2 && (beginning[0] & 0xFF) == GZIP_FIRST && (beginning[1] & 0xFF) == GZIP_SECOND
                ? new GZIPInputStream(pushed, COPY_BYTES)
                : pushed;
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Collects bytes into parts. */
    private static final class PartSink extends OutputStream {
        private final Parts parts;
        private final ByteArrayOutputStream collected = new ByteArrayOutputStream(PART_BYTES);
        private int part;

        PartSink(Parts parts) {
            this.parts = parts;
        }

        @Override
        public void write(int one) {
            collected.write(one);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            collected.write(bytes, offset, length);
            if (collected.size() >= PART_BYTES) {
                end();
            }
        }

        void end() {
            if (collected.size() > 0) {
                parts.add(part++, collected.toByteArray());
                collected.reset();
            }
        }
    }

    /**
     * Opens a file at its beginning.
     *
     * @param parts reads a part by its number, from 0
     */
    public static InputStream open(IntFunction<Optional<byte[]>> parts) throws IOException {
        return new GZIPInputStream(new PartStream(parts), COPY_BYTES);
    }

    /** Reads one part after the other. */
    private static final class PartStream extends InputStream {
        private final IntFunction<Optional<byte[]>> parts;
        private int next;
        private @Nullable InputStream current;

        PartStream(IntFunction<Optional<byte[]>> parts) {
            this.parts = parts;
        }

        @Override
        public int read() throws IOException {
            var one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            while (true) {
                if (current == null) {
                    var content = parts.apply(next);
                    if (content.isEmpty()) {
                        return -1;
                    }
                    next++;
                    current = new ByteArrayInputStream(content.get());
                }
                var read = current.read(bytes, offset, length);
                if (read >= 0) {
                    return read;
                }
                current = null;
            }
        }
    }
}
