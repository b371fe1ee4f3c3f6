package io.tical.server.http;

import io.tical.server.input.UploadedFile;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * A part of a form in a temporary file.
 *
 * @param from the offset in the form, in bytes
 * @param length the length in bytes
 */
record StoredFile(FileChannel form, int from, int length) implements UploadedFile {
    private static final int BUFFER_BYTES = 32 * 1024;

    @Override
    public InputStream open() {
        return new BufferedInputStream(new Reading(), BUFFER_BYTES);
    }

    /** Has its own position, so several readers may be open concurrently. */
    private final class Reading extends InputStream {
        private int at;

        @Override
        public int read() throws IOException {
            var one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] bytes, int offset, int count) throws IOException {
            var wanted = Math.min(count, length - at);
            if (wanted <= 0) {
                return count == 0 ? 0 : -1;
            }
            var read = form.read(ByteBuffer.wrap(bytes, offset, wanted), (long) from + at);
            at += Math.max(read, 0);
            return read;
        }
    }
}
