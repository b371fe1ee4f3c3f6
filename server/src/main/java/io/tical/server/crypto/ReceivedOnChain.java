package io.tical.server.crypto;

import io.tical.db.Session;
import io.tical.server.rail.PaidTransfer;
import io.tical.server.rail.ReceivedTransfers;
import io.tical.server.rail.TransferName;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;

/** The transactions of chains that came to deposits. None of them is a transfer that was sent, or a payment that staff record. */
public record ReceivedOnChain() implements ReceivedTransfers {
    @Override
    public List<PaidTransfer> find(Session session, Collection<TransferName> names) {
        var hashes = onChain(names);
        return hashes.isEmpty() ? List.of() : TransferStore.named(session, hashes);
    }

    @Override
    public void requireNoneLater(
            Session session, Collection<TransferName> names, Supplier<? extends RuntimeException> failure) {
        var hashes = onChain(names);
        if (!hashes.isEmpty()) {
            TransferStore.requireNoneLater(session, hashes, failure);
        }
    }

    private static List<TransferName> onChain(Collection<TransferName> names) {
        return names.stream().filter(TransferName::mayBeOnChain).toList();
    }
}
