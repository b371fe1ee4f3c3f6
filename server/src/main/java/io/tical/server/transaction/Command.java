package io.tical.server.transaction;

import org.jspecify.annotations.Nullable;

/** Something that shall happen to an object that exists. */
public interface Command {
    TransactionKey key();

    Actor actor();

    /** The version that a person saw when they decided; null where no person decided on what they saw. */
    @Nullable
    Long version();

    /**
     * Whether a second execution finds by itself that nothing is left to do. Any other command is recorded with its request id,
     * and its second execution finds the record.
     */
    boolean repeatable();
}
