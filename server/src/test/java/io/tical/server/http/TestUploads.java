package io.tical.server.http;

import java.nio.file.Path;

/** Where the uploads of tests wait. */
public final class TestUploads {
    private TestUploads() {}

    /** The system's own folder: what lies there has no name, and is gone when it is closed. */
    public static Path folder() {
        return Path.of(System.getProperty("java.io.tmpdir"));
    }
}
