package io.tical.server.settlement;

import io.tical.server.payin.BankTransfer;
import io.tical.server.transaction.TransactionKey;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** The transfers that paid settlements, of all organizations of an environment, as far as a group of commands names them: a transfer pays once. */
final class PaidTransfers {
    private final Map<Named, Paid> known = new HashMap<>();

    private record Named(String reference, boolean livemode) {
        static Named of(Paid paid) {
            return new Named(paid.reference(), paid.settlement().livemode());
        }
    }

    /**
     * A transfer that paid a settlement.
     *
     * @param reference as of {@link BankTransfer#compared}
     */
    record Paid(String reference, TransactionKey settlement, UUID attemptId) {}

    PaidTransfers(Collection<Paid> stored) {
        stored.forEach(paid -> known.put(Named.of(paid), paid));
    }

    /** The payment of another attempt that was made by this transfer. If there is none, it is the payment of this attempt. */
    Optional<Paid> use(Paid transfer) {
        return Optional.ofNullable(known.putIfAbsent(Named.of(transfer), transfer))
                .filter(other -> !other.attemptId().equals(transfer.attemptId()));
    }
}
