package io.tical.db;

/**
 * The database has a schema that this program does not know: a newer program made it, or one before 1.0. It is left as it is. The message says
 * what to do.
 */
public final class OtherSchema extends RuntimeException {
    OtherSchema(String message) {
        super(message);
    }
}
