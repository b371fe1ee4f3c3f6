package io.tical.console.bank;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;

/** A file of this computer as it is sent: compressed by gzip, unless it is already. */
final class CompressedFile {
    /** What the service accepts, compressed. */
    static final int BYTES_MAX = 9_900_000;

    private static final int CHUNK = 64 * 1024;
    private static final byte[] GZIP = {0x1f, (byte) 0x8b};

    private CompressedFile() {}

    /** It cannot be sent. */
    static final class Unfit extends IOException {
        private static final long serialVersionUID = 1;

        private final String key;

        /** @param key of the sentence that says why */
        Unfit(String key) {
            super(key);
            this.key = key;
        }

        String key() {
            return key;
        }
    }

    /**
     * Reads a file.
     *
     * @throws Unfit if it is empty, a folder, or too large
     */
    static byte[] of(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            throw new Unfit("bank-statements.upload.folder");
        }
        try (var in = Files.newInputStream(file)) {
            var begin = in.readNBytes(CHUNK);
            if (begin.length == 0) {
                throw new Unfit("bank-statements.upload.empty");
            }
            var sent = new Limited();
            if (begin.length >= GZIP.length && begin[0] == GZIP[0] && begin[1] == GZIP[1]) {
                copy(begin, in, sent);
            } else {
                try (var zip = new GZIPOutputStream(sent, CHUNK)) {
                    copy(begin, in, zip);
                }
            }
            return sent.toByteArray();
        }
    }

    private static void copy(byte[] begin, InputStream in, OutputStream out) throws IOException {
        out.write(begin);
        in.transferTo(out);
    }

    /** Bytes up to the limit. */
    private static final class Limited extends OutputStream {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] from, int offset, int length) throws IOException {
            if (bytes.size() + length > BYTES_MAX) {
                throw new Unfit("bank-statements.upload.large");
            }
            bytes.write(from, offset, length);
        }

        byte[] toByteArray() {
            return bytes.toByteArray();
        }
    }
}
