package io.tical.server.slip;

import io.tical.server.http.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * A file while it waits to be read. Many arrive at once and slowly, so what is large waits on disk and not in memory, in a file
 * that has no name any more and is gone with the process.
 */
final class Upload implements AutoCloseable {
    /** Most slips are smaller and never see the disk. */
    private static final int IN_MEMORY_BYTES_MAX = 128 << 10;

    private static final int BUFFER_BYTES = 64 << 10;

    private final byte[] start;
    private final @Nullable FileChannel rest;

    private Upload(byte[] start, @Nullable FileChannel rest) {
        this.start = start;
        this.rest = rest;
    }

    /**
     * Takes in a file to its end.
     *
     * @param folder where a large one waits
     * @throws Problem.TooLarge when it has more than {@code bytesMax} bytes
     * @throws Problem.BrokenBody when it breaks off
     */
    static Upload receive(InputStream file, Path folder, int bytesMax) {
        var start = read(file, IN_MEMORY_BYTES_MAX);
        if (start.length < IN_MEMORY_BYTES_MAX) {
            return new Upload(start, null);
        }
        FileChannel rest = null;
        try {
            rest = nameless(folder);
            for (var more = read(file, BUFFER_BYTES); more.length > 0; more = read(file, BUFFER_BYTES)) {
                if (start.length + rest.size() + more.length > bytesMax) {
                    throw new Problem.TooLarge(bytesMax);
                }
                var bytes = ByteBuffer.wrap(more);
                while (bytes.hasRemaining()) {
                    rest.write(bytes);
                }
            }
            var upload = new Upload(start, rest);
            rest = null;
            return upload;
        } catch (IOException e) {
            throw new UncheckedIOException("an upload could not be kept in " + folder, e);
        } finally {
            new Upload(start, rest).close();
        }
    }

    private static byte[] read(InputStream file, int length) {
        try {
            return file.readNBytes(length);
        } catch (IOException e) {
            throw new Problem.BrokenBody();
        }
    }

    private static FileChannel nameless(Path folder) throws IOException {
        Files.createDirectories(folder);
        var path = Files.createTempFile(folder, "upload-", null);
        try {
            return FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
        } finally {
            Files.delete(path);
        }
    }

    /** How long it is, in bytes. */
    int length() {
        try {
            return start.length + (rest == null ? 0 : Math.toIntExact(rest.size()));
        } catch (IOException e) {
            throw new UncheckedIOException("an upload could not be read again", e);
        }
    }

    /** All of it. */
    byte[] bytes() {
        if (rest == null) {
            return start;
        }
        try {
            var bytes = ByteBuffer.allocate(length()).put(start);
            while (bytes.hasRemaining() && rest.read(bytes, bytes.position() - (long) start.length) >= 0) {}
            return bytes.array();
        } catch (IOException e) {
            throw new UncheckedIOException("an upload could not be read again", e);
        }
    }

    @Override
    public void close() {
        try {
            if (rest != null) {
                rest.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("an upload could not be let go", e);
        }
    }
}
