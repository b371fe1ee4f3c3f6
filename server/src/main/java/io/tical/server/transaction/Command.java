package io.tical.server.transaction;

import io.tical.server.idempotency.IdempotencyKey;
import io.tical.server.key.TransactionKey;

/**
 * A change requested for an existing object.
 *
 * @param <C> the type of its action
 */
public record Command<C extends Action>(TransactionKey key, C action, By by) {
    /**
     * Whether no record is needed. Any other command is recorded in the transaction of its effect, with its request id if it has one, and a
     * second execution finds the record. A merchant's request is recorded under its {@code Idempotency-Key} instead, whatever this returns.
     */
    boolean repeatable() {
        return by.actor().requestId() == null && action.repeatable();
    }

    /** The key under which it is recorded, if it is not repeatable. */
    public IdempotencyKey recordKey() {
        return IdempotencyKey.ofCommand(
                key.organizationId(), key.livemode(), key.id(), by.actor().requestId(), this);
    }
}
