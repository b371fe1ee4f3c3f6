package io.tical.server.transaction;

import io.tical.server.idempotency.IdempotencyKey;
import io.tical.server.key.TransactionKey;
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

    /** Why, in the words of its author, or null; recorded in the history. */
    default @Nullable String note() {
        return null;
    }

    /**
     * Whether a second execution finds its own effect, so that no record is needed. Any other command that {@link CommandOperation#run}
     * executes is recorded, with its request id if it has one, and a second execution finds the record. A merchant's request is recorded
     * under its {@code Idempotency-Key} instead, whatever this returns.
     */
    boolean repeatable();

    /** The key under which it is recorded in the transaction of its effect, if it is not repeatable. */
    default IdempotencyKey recordKey() {
        var key = key();
        return IdempotencyKey.ofCommand(key.organizationId(), key.livemode(), key.id(), actor().requestId(), this);
    }
}
