package io.tical.server.ledger;

import io.tical.db.Session;
import io.tical.server.key.WalletKey;
import java.util.List;
import java.util.SortedSet;

/**
 * One kind of command, which the group commit executes for a whole group in one transaction: it reads with one statement per
 * table, decides the commands in Java in their order, and writes with one statement per table.
 *
 * @param <C> the command
 * @param <R> its result
 */
public interface GroupOperation<C, R> {
    /** Begins the part of a group: reads what needs no lock, and the keys of the wallets. Must not lock anything. */
    Part<C, R> begin(Session session, List<C> commands);

    /**
     * Whether it changes objects that another operation changes too, as a payin that completes a payout does. In a shared transaction,
     * each operation would decide on what it read before the other wrote. So its commands form groups of their own, and the next
     * group of the queue begins after their commit.
     */
    default boolean needsOwnTransaction() {
        return false;
    }

    /**
     * Whether commands can be decided before their wallets are locked, while the previous group commits: a unique constraint protects
     * everything that {@link Part#readForDecisions} reads.
     */
    default boolean canBeDecidedBeforeLocks() {
        return false;
    }

    /**
     * The commands of a group that belong to this operation, in one transaction. The transaction may be retried, so they have no effects
     * outside the database.
     */
    interface Part<C, R> {
        /** Every wallet that a decision may ask for; they are locked in their order. */
        SortedSet<WalletKey> wallets();

        /**
         * Reads what decisions need and what must not change until the commit, behind the locks of the wallets, and locks it unless a
         * unique constraint protects it. Deferred reads share the round trip of the locks. Not called for a group that is decided before
         * it locks its wallets.
         */
        void readForDecisions(Session session);

        /**
         * Decides one command. If it throws, it has changed no wallet.
         *
         * @throws io.tical.server.problem.Problem when a rule refuses the command; the others of the group are not affected
         */
        R decide(C command, GroupWallets wallets);

        /** The result of a command that took effect before: the current state of its object. Not for requests, which have stored answers. */
        default R current(C command) {
            throw new IllegalStateException("this operation is for requests only: " + command);
        }

        /** Writes the decisions. Deferred writes share a round trip with those of the ledger. */
        void write(Session session);
    }
}
