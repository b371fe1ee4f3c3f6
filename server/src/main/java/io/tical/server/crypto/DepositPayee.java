package io.tical.server.crypto;

import io.tical.db.Session;
import io.tical.server.rail.TransferName;
import java.util.Collection;
import java.util.Set;

/** The receiver of deposits. Calls are delivered at least once, so implementations must be idempotent. */
public interface DepositPayee {
    /**
     * An incomplete or unconfirmed payment arrived.
     *
     * @param session the transaction that records it
     * @param deposit the deposit with all received transfers
     */
    void received(Session session, Deposit deposit);

    /**
     * Those of these transactions that were recorded as other transfers, such as a refund. They pay no deposit. Transactions that record one
     * later wait for the caller's.
     */
    Set<TransferName> named(Session session, Collection<TransferName> transactions);

    /**
     * Confirmed transfers cover the amount: {@link Deposit.Progress#paid()} micro-USDT, by {@link
     * Deposit.Progress#paidBy()}. A repeated call has the same values.
     *
     * @throws RuntimeException when the payment cannot be processed now; the call is retried
     */
    Verdict confirmed(Deposit deposit);

    /** Whether the payee accepts the payment. */
    enum Verdict {
        TAKEN,
        /** The payin has ended: it was cancelled, or paid in another way. Staff must review the payment. */
        REFUSED
    }
}
