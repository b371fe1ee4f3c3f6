package io.tical.server.ledger;

import io.tical.db.Session;
import java.util.List;
import java.util.SortedSet;

/**
 * One kind of money movement, as a lane carries it out for a group of commands at once: read what is needed with one
 * statement a table, decide in Java one after the other, write with one statement a table.
 *
 * @param <C> what is asked
 * @param <R> what comes of it
 */
public interface GroupOperation<C, R> {
    /** Begins a group: the reads that need no lock, among them which wallets the commands are about. */
    Group<C, R> begin(Session session, List<C> commands);

    /**
     * Whether it changes what another operation changes too: a payin that completes a payout, say. Then it shares no transaction
     * with others: each would decide on what it read before the other wrote.
     */
    default boolean needsOwnTransaction() {
        return false;
    }

    /** One group within one transaction. It may be begun again from nothing, so it has no effect but on the database. */
    interface Group<C, R> {
        /** Every wallet that a decision may ask for; they are locked in their order. */
        SortedSet<WalletKey> wallets();

        /** The reads that must not change until commit; the wallets are locked. */
        void lock(Session session);

        /**
         * Decides one command. It must not have changed the books when it throws.
         *
         * @throws io.tical.server.problem.Problem when a rule refuses the command; the others of the group are not touched
         */
        R decide(C command, LockedWallets locked);

        /** What a command is answered that took effect before: its object as it stands. Requests have their recorded answers. */
        default R current(C command) {
            throw new IllegalStateException("this operation is for requests, and this is none: " + command);
        }

        /** Writes what was decided. */
        void write(Session session);
    }
}
