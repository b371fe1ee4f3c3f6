package io.tical.db;

/** The database's schema is newer than this program, which must not write to it. The message names both versions and says what to do. */
public final class NewerSchema extends RuntimeException {
    NewerSchema(String message) {
        super(message);
    }
}
