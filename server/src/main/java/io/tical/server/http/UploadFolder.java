package io.tical.server.http;

import io.tical.db.FullDisk;
import java.nio.file.Path;

/**
 * The folder of uploads in progress.
 *
 * @param path created when needed; not the system's folder of temporary files, which is often in memory
 * @param fullDisk records that it has no space left
 */
public record UploadFolder(Path path, FullDisk fullDisk) {}
