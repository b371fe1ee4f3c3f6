package io.tical.db;

/**
 * The database could not be reached, or the connection broke. Uncommitted changes are rolled back. The outcome of a
 * commit in progress is unknown and must be read back.
 */
public final class DatabaseUnavailable extends RuntimeException {
    private final boolean connected;

    private DatabaseUnavailable(String message, Throwable cause, boolean connected) {
        super(message, cause);
        this.connected = connected;
    }

    /** No connection could be opened, so nothing was sent. */
    static DatabaseUnavailable unreachable(String message, Throwable cause) {
        return new DatabaseUnavailable(message, cause, false);
    }

    /** The connection broke while it was in use. */
    static DatabaseUnavailable broken(Throwable cause) {
        return new DatabaseUnavailable("The connection to the database broke", cause, true);
    }

    /** Whether a connection was open, so a statement or a commit may have taken effect. */
    public boolean connected() {
        return connected;
    }
}
