package io.tical.server.rail;

import io.tical.db.Session;
import io.tical.server.ledger.Outdated;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.Changes;
import io.tical.server.transaction.Command;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Makes sure that a transfer pays once. Holds the recorded and the received transfers that a group of commands names, of all organizations
 * of an environment.
 *
 * <p>Recorded are all transfers of settlements, and the transfers of payouts that staff name, also if they are claimed back. What a rail
 * reports about a leg of a payout is compared with them, but not recorded, because a rail makes one transfer for each attempt: two attempts
 * of payouts may have the same reference of a rail, and staff may name it for another leg. Recorded are also the transfers with which
 * staff say that money was paid back: refunds, and returned unallocated funds. A transfer that was received as a payment pays nothing else
 * either.
 */
public final class PaidTransfers {
    private final Map<TransferName, PaidTransfer> known = new HashMap<>();

    public PaidTransfers(Collection<PaidTransfer> stored) {
        add(stored);
    }

    /** The transfers that these commands report, as far as they were recorded or received. */
    public static PaidTransfers named(
            Session session, ReceivedTransfers received, List<? extends Command<?>> commands) {
        return named(
                session,
                received,
                commands.stream()
                        .flatMap(command -> command.action()
                                .references()
                                .map(reference ->
                                        TransferName.of(reference, command.key().livemode()))));
    }

    /** The transfers with these names that were recorded or received. */
    public static PaidTransfers named(Session session, ReceivedTransfers received, Stream<TransferName> names) {
        var distinct = names.distinct().toList();
        if (distinct.isEmpty()) {
            return new PaidTransfers(List.of());
        }
        var transfers = new PaidTransfers(received.find(session, distinct));
        transfers.add(recorded(session, distinct));
        return transfers;
    }

    /** The recorded transfers with these names. */
    public static List<PaidTransfer> recorded(Session session, Collection<TransferName> names) {
        return PaidTransferStore.find(session, names);
    }

    /**
     * Requires, when the session sends, that the transfers that changed payouts or settlements name first were not received as payments. Those
     * of payers are such payments.
     *
     * @throws Outdated when the session sends, if one was received since the commands were decided
     */
    public static <A extends Disbursement<A>> void requireNotReceivedLater(
            Session session, ReceivedTransfers received, List<Changes.Changed<A>> changed) {
        var names =
                changed.stream().flatMap(PaidTransfers::newlyNamed).distinct().toList();
        if (!names.isEmpty()) {
            TransferNameTable.lockSentLater(session, names);
            received.requireNoneLater(session, names, Outdated::new);
        }
    }

    private static <A extends Disbursement<A>> Stream<TransferName> newlyNamed(Changes.Changed<A> changed) {
        var after = changed.after();
        var delivered = after.attempts().stream()
                // A dead one is claimed back; its transfer is among the claimed ones, unless it is known to have paid
                // something else.
                .filter(attempt -> attempt.state() == Attempt.State.DELIVERED && !attempt.byPayer())
                .filter(attempt -> attempt.railReference() != null)
                .filter(attempt -> !changed.before().attempts().contains(attempt))
                .map(attempt -> TransferName.of(
                        Objects.requireNonNull(attempt.railReference()),
                        after.key().livemode()));
        var execution = after.execution();
        return Stream.of(
                        delivered,
                        execution.newPaidTransfers().stream().map(PaidTransfer::name),
                        execution.newClaimed().stream())
                .flatMap(names -> names);
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
        return Optional.ofNullable(known.get(transfer.name())).filter(paid -> !paid.repeats(transfer));
    }

    /** @throws Problem.Conflict {@code TRANSFER_ALREADY_USED} when the transfer paid something else */
    public void requireUnused(PaidTransfer transfer) {
        other(transfer).ifPresent(paid -> {
            throw transfer.refused(paid);
        });
    }

    /** Adds the payments of an accepted command, which later commands of the group must not use. */
    public void add(Collection<PaidTransfer> paid) {
        paid.forEach(transfer -> known.put(transfer.name(), transfer));
    }
}
