package io.tical.server.slip;

import io.tical.db.Session;
import io.tical.server.crypto.ReceivedOnChain;
import io.tical.server.rail.PaidTransfer;
import io.tical.server.rail.ReceivedTransfers;
import io.tical.server.rail.TransferName;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The transfers that slips and payments found by staff have claimed, and those that came to deposits. */
public record ClaimedTransfers() implements ReceivedTransfers {
    private static final ReceivedOnChain ON_CHAIN = new ReceivedOnChain();

    @Override
    public List<PaidTransfer> find(Session session, Collection<TransferName> names) {
        return Stream.concat(
                        TransferClaimStore.on(session, names).stream().map(TransferClaims.Claim::paid),
                        ON_CHAIN.find(session, names).stream())
                .toList();
    }

    /**
     * Requires that a transfer did not come to a deposit.
     *
     * @throws io.tical.server.problem.Problem.Conflict {@code TRANSFER_ALREADY_USED}
     */
    static void requireNoDeposit(Session session, PaidTransfer transfer) {
        ON_CHAIN.find(session, List.of(transfer.name())).stream().findFirst().ifPresent(paid -> {
            throw transfer.refused(paid);
        });
    }

    @Override
    public void requireNoneLater(
            Session session, Collection<TransferName> names, Supplier<? extends RuntimeException> failure) {
        TransferClaimStore.requireNoneLater(session, names, failure);
        ON_CHAIN.requireNoneLater(session, names, failure);
    }
}
