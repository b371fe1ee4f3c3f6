package io.tical.db;

import org.jspecify.annotations.Nullable;

/**
 * The database could not be reached, the connection broke, or the database's disk is full. Uncommitted changes are rolled back. The outcome of a
 * commit in progress is unknown and must be read back.
 */
public final class DatabaseUnavailable extends RuntimeException {
    private final boolean connected;
    private final boolean diskFull;

    private DatabaseUnavailable(String message, @Nullable Throwable cause, boolean connected, boolean diskFull) {
        super(message, cause);
        this.connected = connected;
        this.diskFull = diskFull;
    }

    /** No connection could be opened, so nothing was sent. */
    static DatabaseUnavailable unreachable(String message, Throwable cause) {
        return new DatabaseUnavailable(message, cause, false, false);
    }

    /** The node may not use the database now, so nothing was sent. */
    static DatabaseUnavailable outOfService(String reason) {
        return new DatabaseUnavailable(reason, null, false, false);
    }

    /** The connection broke while it was in use. */
    static DatabaseUnavailable broken(Throwable cause) {
        return new DatabaseUnavailable("The connection to the database broke", cause, true, false);
    }

    /** The database's disk is full. The transaction was rolled back. */
    static DatabaseUnavailable full(Throwable cause) {
        return new DatabaseUnavailable("The disk of the database is full", cause, false, true);
    }

    /** Whether the disk is full. {@link FullDisk} has logged it. */
    public boolean diskFull() {
        return diskFull;
    }

    /** Whether the connection broke in use, so a statement or a commit may have taken effect. */
    public boolean connected() {
        return connected;
    }
}
