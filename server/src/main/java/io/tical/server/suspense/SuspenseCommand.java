package io.tical.server.suspense;

import io.tical.server.payin.PayinCommand;
import io.tical.server.transaction.TransactionKey;
import org.jspecify.annotations.Nullable;

/** Something that is to happen to money in suspense. */
sealed interface SuspenseCommand {
    TransactionKey key();

    /** It is posted, and waits for people. Doing it again does nothing. */
    record Post(TransactionKey key) implements SuspenseCommand {}

    /**
     * Somebody says what becomes of it.
     *
     * @param payment what pays the payin that it is matched with, or null when it is not
     */
    record Dispose(
            TransactionKey key,
            Disposition disposition,
            Suspense.Reviewer reviewer,
            PayinCommand.@Nullable Confirm payment)
            implements SuspenseCommand {}
}
