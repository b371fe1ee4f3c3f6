package io.tical.server.crypto;

import io.tical.db.Session;

/** Whoever is paid by deposits. It is told at least once, and must not mind being told again. */
public interface DepositPayee {
    /**
     * Something arrived that is not confirmed yet, or not enough.
     *
     * @param session the transaction that records it
     * @param deposit with what it has received until now
     */
    void received(Session session, Deposit deposit);

    /**
     * What was asked for, or more, is there and confirmed: {@link Deposit.Progress#paid()} micro-USDT, by {@link
     * Deposit.Progress#paidBy()}. Told again, both are the same.
     *
     * @throws RuntimeException when it cannot be said now; it will be asked again
     */
    Verdict confirmed(Deposit deposit);

    /** Whether the payment was taken. */
    enum Verdict {
        TAKEN,
        /** The payin has ended: it was cancelled, or paid in another way. Staff must review the payment. */
        REFUSED
    }
}
