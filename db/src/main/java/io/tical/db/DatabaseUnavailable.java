package io.tical.db;

/**
 * The database could not be reached, or the connection broke. Nothing that was not committed has happened; whether a
 * commit that was under way has happened must be read back.
 */
public final class DatabaseUnavailable extends RuntimeException {
    private final boolean connected;

    private DatabaseUnavailable(String message, Throwable cause, boolean connected) {
        super(message, cause);
        this.connected = connected;
    }

    /** No connection could be made: nothing was sent. */
    static DatabaseUnavailable unreachable(String message, Throwable cause) {
        return new DatabaseUnavailable(message, cause, false);
    }

    /** A connection broke while it was used. */
    static DatabaseUnavailable broken(Throwable cause) {
        return new DatabaseUnavailable("The connection to the database broke", cause, true);
    }

    /** Whether there was a connection, so that a statement or a commit may have been carried out unseen. */
    public boolean connected() {
        return connected;
    }
}
