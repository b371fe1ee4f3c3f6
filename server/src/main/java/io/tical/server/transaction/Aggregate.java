package io.tical.server.transaction;

import io.tical.server.ledger.WalletKey;

/**
 * An object with a state, together with everything that is decided and written with it. Immutable.
 *
 * @param <A> itself
 */
public interface Aggregate<A extends Aggregate<A>> {
    TransactionKey key();

    /** The wallet its money is in; it never changes. */
    WalletKey wallet();

    /** Raised by one for each accepted command that changes anything. */
    long version();

    A withVersion(long version);

    /** Whether it was created in the guide's vocabulary, which decides the form of its callbacks. */
    boolean guide();
}
