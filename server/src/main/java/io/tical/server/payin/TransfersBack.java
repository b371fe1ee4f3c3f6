package io.tical.server.payin;

import io.tical.db.Session;
import io.tical.server.problem.Problem;
import io.tical.server.rail.PaidTransfer;
import io.tical.server.rail.PaidTransfers;
import java.util.Collection;
import java.util.Comparator;
import java.util.stream.Stream;

/** The transfers with which refunds and unallocated funds are paid back: each pays one of them, and paid nothing before. */
public record TransfersBack(PayinSlips slips) {
    /**
     * Records transfers in the transaction of their decisions.
     *
     * @throws Problem.Conflict {@code TRANSFER_ALREADY_USED} when one of them paid something else, or was received as a payment
     */
    public void record(Session session, Collection<PaidTransfer> transfers) {
        // In a fixed order, because each waits for other transactions that use the same reference.
        transfers.stream()
                .sorted(Comparator.comparing(PaidTransfer::reference))
                .forEach(transfer -> slips.requireNotReceived(session, transfer));
        PaidTransfers.insert(session, transfers.stream());
    }

    /** Checks a transfer as {@link #record} does. Changes nothing. */
    public void check(Session session, PaidTransfer transfer) {
        PaidTransfers.named(session, slips, Stream.of(transfer.name())).requireUnused(transfer);
    }
}
