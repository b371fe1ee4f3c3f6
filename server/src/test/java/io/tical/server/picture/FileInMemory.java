package io.tical.server.picture;

import io.tical.server.input.UploadedFile;
import java.io.ByteArrayInputStream;
import java.io.InputStream;

/** A file that a test sends without a request. */
public record FileInMemory(byte[] file) implements UploadedFile {
    @Override
    public int length() {
        return file.length;
    }

    @Override
    public InputStream open() {
        return new ByteArrayInputStream(file);
    }
}
