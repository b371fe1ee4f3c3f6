package io.tical.server.payout;

import io.tical.db.Session;
import io.tical.server.ledger.LockedWallets;
import io.tical.server.transaction.TransactionKey;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/** Payouts that payers paid, in the hands of the transaction that takes the payments. */
public final class Completions {
    private final Map<TransactionKey, PayoutCase> cases;

    Completions(Map<TransactionKey, PayoutCase> cases) {
        this.cases = new HashMap<>(cases);
    }

    /**
     * The payee has all of a claimed payout.
     *
     * @param attemptId the claim
     * @param reference the payment's own
     * @throws IllegalStateException when the claim is not open; nothing was posted then
     */
    public void deliver(TransactionKey payout, UUID attemptId, String reference, LockedWallets locked) {
        var copy = Objects.requireNonNull(cases.get(payout)).copy();
        copy.deliver(attemptId, reference, locked);
        cases.put(payout, copy);
    }

    public void write(Session session) {
        PayoutChanges.write(session, cases.values());
    }
}
