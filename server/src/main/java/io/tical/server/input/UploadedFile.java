package io.tical.server.input;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * A file that a request carried. It is on disk and may be read repeatedly, but only while the
 * request lasts.
 */
public interface UploadedFile {
    /** How long it is, in bytes. */
    int length();

    /** Reads it from its beginning. */
    InputStream open();

    /** All of it, read anew into memory of its own. */
    default byte[] bytes() {
        var bytes = new byte[length()];
        try (var file = open()) {
            if (file.readNBytes(bytes, 0, bytes.length) < bytes.length) {
                throw new IOException("it ends early");
            }
        } catch (IOException e) {
            throw new UncheckedIOException("an upload could not be read again", e);
        }
        return bytes;
    }
}
