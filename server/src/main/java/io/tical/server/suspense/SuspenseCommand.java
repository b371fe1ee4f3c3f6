package io.tical.server.suspense;

import io.tical.server.key.TransactionKey;
import io.tical.server.payin.PayinCommand;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.Command;
import io.tical.server.transaction.StaffDecision;
import org.jspecify.annotations.Nullable;

/** A command on unallocated funds. */
sealed interface SuspenseCommand extends Command {
    @Override
    default boolean repeatable() {
        return switch (this) {
            // Funds are posted at most once.
            case Post post -> true;
            case Dispose dispose -> false;
        };
    }

    /** Posts recorded funds. */
    record Post(TransactionKey key) implements SuspenseCommand {}

    /**
     * An operator decides on the funds.
     *
     * @param payment confirms the matched payin; null for other decisions
     */
    record Dispose(
            TransactionKey key,
            Disposition disposition,
            StaffDecision decision,
            @Nullable PayinCommand payment) implements SuspenseCommand {
        @Override
        public Actor actor() {
            return decision.actor();
        }

        @Override
        public @Nullable Long version() {
            return decision.version();
        }
    }
}
