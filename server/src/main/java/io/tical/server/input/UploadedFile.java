package io.tical.server.input;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** An uploaded file. It is on disk and can be read repeatedly until the request ends. */
public interface UploadedFile {
    /** The size in bytes. */
    int length();

    /** Opens the file at its beginning. */
    InputStream open();

    /** Reads the whole file into a new array. */
    default byte[] bytes() {
        var bytes = new byte[length()];
        try (var file = open()) {
            if (file.readNBytes(bytes, 0, bytes.length) < bytes.length) {
                throw new IOException("the file is shorter than expected");
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the uploaded file could not be read", e);
        }
        return bytes;
    }
}
