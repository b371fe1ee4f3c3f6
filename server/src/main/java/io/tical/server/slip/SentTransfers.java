package io.tical.server.slip;

import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import io.tical.server.payout.Payouts;
import io.tical.server.rail.PaidTransfer;
import io.tical.server.rail.PaidTransfers;
import io.tical.server.rail.TransferName;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The transfers that are no payments of payers: those that paid payouts and settlements, those with which money was paid back, and those that
 * brought back a payout or a claim. Their banks are not recorded, so a transfer of any bank with the same reference may be one of them.
 */
final class SentTransfers {
    private SentTransfers() {}

    /** The transfer with this reference that was sent; empty if none was, or without a reference. */
    static Optional<PaidTransfer> find(Session session, boolean livemode, Slip.@Nullable Transfer transfer) {
        return transfer == null ? Optional.empty() : find(session, TransferName.of(transfer.reference(), livemode));
    }

    static Optional<PaidTransfer> find(Session session, TransferName name) {
        return Stream.concat(
                        PaidTransfers.recorded(session, List.of(name)).stream(), Payouts.sent(session, name).stream())
                .findFirst();
    }

    /**
     * Requires that a transfer that is to pay a payin was not sent.
     *
     * @throws io.tical.server.problem.Problem.Conflict {@code TRANSFER_ALREADY_USED}
     */
    static void requireNone(Session session, String reference, TransactionKey payin) {
        var received = PaidTransfer.received(reference, payin);
        find(session, received.name()).ifPresent(sent -> {
            throw received.refused(sent);
        });
    }
}
