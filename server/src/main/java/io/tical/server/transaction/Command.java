package io.tical.server.transaction;

import org.jspecify.annotations.Nullable;

/** A change requested for an existing object. */
public interface Command {
    TransactionKey key();

    Actor actor();

    /** The version that an operator's decision is based on; null for commands without one. */
    @Nullable
    Long version();

    /**
     * Whether the command is idempotent. Any other command is recorded with its request id, so that a second execution
     * finds the record.
     */
    boolean repeatable();
}
