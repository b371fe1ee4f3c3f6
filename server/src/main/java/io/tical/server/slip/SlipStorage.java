package io.tical.server.slip;

import io.tical.db.Database;
import io.tical.server.key.TransactionKey;
import io.tical.server.secret.Hashes;
import java.nio.file.Path;
import java.util.HexFormat;
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
     * The picture of a slip. Fails if it is not the stored one.
     *
     * @throws io.tical.db.AlteredRow if the picture was replaced
     */
    default Optional<byte[]> picture(Database database, Slip slip) {
        var picture = get(slip.key());
        var stored = slip.upload().pictureSha256();
        picture.filter(file -> !stored.equals(sha256(file))).ifPresent(other -> {
            throw database.altered("The picture of slip " + slip.key().id()
                    + " was not written by the service. Restore it from a backup.");
        });
        return picture;
    }

    /** The hash of a picture, in hex. */
    static String sha256(byte[] file) {
        return HexFormat.of().formatHex(Hashes.sha256(file));
    }

    /**
     * The directory, which all nodes must share, or else the database.
     *
     * @throws java.io.UncheckedIOException when the directory cannot be created or written to
     */
    static SlipStorage of(Database database, @Nullable Path directory) {
        return directory == null
                ? new DatabaseStorage(database)
                : DirectoryStorage.open(directory, database.fullDisk());
    }
}
