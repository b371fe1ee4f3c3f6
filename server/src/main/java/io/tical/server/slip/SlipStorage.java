package io.tical.server.slip;

import io.tical.db.Database;
import io.tical.server.transaction.TransactionKey;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Stores the pictures of slips. Store a picture before the row that refers to it, and delete it after the row.
 */
public sealed interface SlipStorage permits DatabaseStorage, DirectoryStorage {
    /** Stores a picture durably; replaces one with the same key. */
    void put(TransactionKey key, byte[] file);

    Optional<byte[]> get(TransactionKey key);

    void delete(TransactionKey key);

    /**
     * The directory, which all nodes must share, or else the database.
     *
     * @throws java.io.UncheckedIOException when the directory cannot be created or written to
     */
    static SlipStorage of(Database database, @Nullable Path directory) {
        return directory == null ? new DatabaseStorage(database) : DirectoryStorage.open(directory);
    }
}
