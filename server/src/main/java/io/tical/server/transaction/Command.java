package io.tical.server.transaction;

import org.jspecify.annotations.Nullable;

/** A change requested for an existing object. */
public interface Command {
    TransactionKey key();

    default Actor actor() {
        return Actor.SYSTEM;
    }

    /** The version that an operator's decision is based on; null for commands without one. */
    default @Nullable Long version() {
        return null;
    }

    /**
     * Whether the command is idempotent. Any other command is recorded with its request id, so that a second execution
     * finds the record.
     */
    default boolean repeatable() {
        return actor().requestId() == null;
    }
}
