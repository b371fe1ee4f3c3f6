package io.tical.server.transaction;

import io.tical.server.key.Keyed;
import io.tical.server.key.WalletKey;
import org.jspecify.annotations.Nullable;

/**
 * An object with a status, and everything that is decided and written with it. Immutable.
 *
 * @param <A> the implementing type
 */
public interface Aggregate<A extends Aggregate<A>> extends Keyed {
    /** The wallet that holds its money; never changes. Null for an object without money. */
    @Nullable
    WalletKey wallet();

    /** Increases by one with each command that changes the object. */
    long version();

    A withVersion(long version);

    /** Its values in the audit log, before and after a person's decision, as JSON without secrets and personal data. */
    Object logged();

    /** Whether it was created in the vocabulary {@link Dialect#GUIDE}, which decides the form of its callbacks, if it has any. */
    default boolean guide() {
        return false;
    }
}
