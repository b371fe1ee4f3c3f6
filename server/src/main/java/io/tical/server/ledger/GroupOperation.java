package io.tical.server.ledger;

import io.tical.db.Session;
import java.util.List;
import java.util.SortedSet;

/**
 * One kind of command, which the group commit executes for a whole group in one transaction: it reads with one statement a
 * table, decides the commands in Java in their order, and writes with one statement a table.
 *
 * @param <C> the command
 * @param <R> its result
 */
public interface GroupOperation<C, R> {
    /** Begins a group: the reads that need no lock, among them the wallets of the commands. It locks nothing. */
    Group<C, R> begin(Session session, List<C> commands);

    /**
     * Whether it changes objects that another operation changes too, as a payin that completes a payout does. Then it shares no
     * transaction with others: each would decide on what it read before the other wrote. Nor does the next group of its queue begin
     * before it has committed.
     */
    default boolean needsOwnTransaction() {
        return false;
    }

    /**
     * Whether {@link Group#lock} reads only what a unique constraint protects. Then a group need not lock the wallets before it is
     * decided, and is decided while the one before commits.
     */
    default boolean needsNoLocks() {
        return false;
    }

    /** One group within one transaction, which may be retried, so it has no effect but on the database. */
    interface Group<C, R> {
        /** Every wallet that a decision may ask for; they are locked in their order. */
        SortedSet<WalletKey> wallets();

        /**
         * The reads that must not change until commit, behind the locks of the wallets unless the operation needs none. Deferred
         * reads share their round trip.
         */
        void lock(Session session);

        /**
         * Decides one command. It has changed no wallet when it throws.
         *
         * @throws io.tical.server.problem.Problem when a rule refuses the command; the others of the group are not affected
         */
        R decide(C command, LockedWallets locked);

        /** The result of a command that took effect before: the current state of its object. Requests have their stored answers. */
        default R current(C command) {
            throw new IllegalStateException("this operation is for requests only: " + command);
        }

        /** Writes the decisions. Deferred writes share a round trip with those of the ledger. */
        void write(Session session);
    }
}
