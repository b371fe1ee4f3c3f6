package io.tical.server.http;

import io.tical.db.FullDisk;
import java.nio.file.Path;

/** Where the uploads of tests wait. */
public final class TestUploads {
    private TestUploads() {}

    /** The system's own folder: what lies there has no name, and is gone when it is closed. */
    public static UploadFolder folder() {
        return new UploadFolder(Path.of(System.getProperty("java.io.tmpdir")), new FullDisk());
    }
}
