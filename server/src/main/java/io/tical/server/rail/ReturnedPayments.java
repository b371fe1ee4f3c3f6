package io.tical.server.rail;

import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import io.tical.server.transaction.By;
import io.tical.server.transaction.EventType;
import java.util.Collection;
import java.util.UUID;

/** What the bank's statements show of payments that came back. */
@FunctionalInterface
public interface ReturnedPayments {
    /** A bank entry that gave the money of a delivered payout or settlement back, as a person said. */
    record Returned(UUID entry, EventType.Subject subject, TransactionKey transaction, By by) {}

    /**
     * Takes entries in the transaction that records what came back, so that none is two returns.
     *
     * @throws io.tical.server.problem.Problem.Conflict {@code BANK_ENTRY_STATUS_TRANSITION_INVALID} if one is not open
     */
    void take(Session session, Collection<Returned> entries);

    /** Takes the entries that these payouts or settlements have after their decisions. */
    default void takeOf(Session session, Collection<? extends Disbursement<?>> after) {
        var returned = after.stream()
                .flatMap(one -> one.execution().newReturned().stream())
                .toList();
        if (!returned.isEmpty()) {
            take(session, returned);
        }
    }
}
