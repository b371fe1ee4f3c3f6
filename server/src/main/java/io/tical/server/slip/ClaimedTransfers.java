package io.tical.server.slip;

import io.tical.db.Session;
import io.tical.server.rail.PaidTransfer;
import io.tical.server.rail.ReceivedTransfers;
import io.tical.server.rail.TransferName;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;

/** The transfers that slips and payments found by staff have claimed. */
public record ClaimedTransfers() implements ReceivedTransfers {
    @Override
    public List<PaidTransfer> find(Session session, Collection<TransferName> names) {
        return TransferClaimStore.on(session, names).stream()
                .map(TransferClaims.Claim::paid)
                .toList();
    }

    @Override
    public void requireNoneLater(
            Session session, Collection<TransferName> names, Supplier<? extends RuntimeException> failure) {
        TransferClaimStore.requireNoneLater(session, names, failure);
    }
}
