package io.tical.server.rail;

import io.tical.db.Session;
import io.tical.server.problem.Problem;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Makes sure that a transfer pays once. Holds the recorded transfers that a group of commands names, of all organizations of an
 * environment.
 *
 * <p>Recorded are all transfers of settlements, and the transfers of payouts that staff name, also if they are claimed back. What a rail
 * reports about a leg of a payout is compared with them, but not recorded, because a rail makes one transfer for each attempt: two attempts
 * of payouts may have the same reference of a rail, and staff may name it for another leg. Recorded are also the transfers with which
 * staff say that money was paid back: refunds, and returned unallocated funds.
 */
public final class PaidTransfers {
    private final Map<Named, PaidTransfer> known = new HashMap<>();

    private record Named(String reference, boolean livemode) {
        static Named of(PaidTransfer transfer) {
            return new Named(transfer.reference(), transfer.transaction().livemode());
        }
    }

    public PaidTransfers(Collection<PaidTransfer> stored) {
        add(stored);
    }

    /** @param references as a person or a rail wrote them */
    public static PaidTransfers named(Session session, Stream<String> references) {
        return new PaidTransfers(PaidTransferStore.find(
                session, references.map(BankTransfer::compared).distinct().toList()));
    }

    /**
     * Records payments.
     *
     * @throws Problem.Conflict {@code TRANSFER_ALREADY_USED} when another transaction, or another operation of this one, has recorded
     *     one of the transfers meanwhile
     */
    public static void insert(Session session, Stream<PaidTransfer> transfers) {
        PaidTransferStore.insert(session, transfers.toList());
    }

    /** Another payment by this transfer, if there is one. */
    public Optional<PaidTransfer> other(PaidTransfer transfer) {
        return Optional.ofNullable(known.get(Named.of(transfer))).filter(paid -> !paid.equals(transfer));
    }

    /** @throws Problem.Conflict {@code TRANSFER_ALREADY_USED} when the transfer paid something else */
    public void requireUnused(PaidTransfer transfer) {
        other(transfer).ifPresent(paid -> {
            throw transfer.refused(paid);
        });
    }

    /** Adds the payments of an accepted command, which later commands of the group must not use. */
    public void add(Collection<PaidTransfer> paid) {
        paid.forEach(transfer -> known.put(Named.of(transfer), transfer));
    }
}
