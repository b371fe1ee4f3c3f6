package io.tical.server.slip;

import io.tical.db.Database;
import io.tical.server.transaction.TransactionKey;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where the pictures of slips are kept. A picture is there before anything names it and may outlive what named it, so put it
 * first and delete it last.
 */
public sealed interface SlipStorage permits DatabaseStorage, DirectoryStorage {
    /** Keeps a picture, durably when this returns; in place of the one that was kept under this key. */
    void put(TransactionKey key, byte[] file);

    /** The picture that is kept under this key. */
    Optional<byte[]> get(TransactionKey key);

    /** Forgets the picture; does nothing when there is none. */
    void delete(TransactionKey key);

    /**
     * The directory when one is set, which all nodes must share, or else the database.
     *
     * @throws java.io.UncheckedIOException when the directory cannot be made or written to
     */
    static SlipStorage of(Database database, @Nullable Path directory) {
        return directory == null ? new DatabaseStorage(database) : DirectoryStorage.open(directory);
    }
}
