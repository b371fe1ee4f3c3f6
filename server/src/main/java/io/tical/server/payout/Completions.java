package io.tical.server.payout;

import io.tical.db.Session;
import io.tical.server.ledger.LockedWallets;
import io.tical.server.transaction.Changes;
import io.tical.server.transaction.TransactionKey;
import java.util.UUID;

/** Payouts that payers paid, locked by the transaction that confirms the payments. */
public final class Completions {
    private final PayoutMatching matching;
    private final Changes<PayoutAggregate> changes;

    Completions(PayoutMatching matching, Changes<PayoutAggregate> changes) {
        this.matching = matching;
        this.changes = changes;
    }

    /**
     * The payee has all of a claimed payout.
     *
     * @param attemptId the claim
     * @param reference the payment's own
     * @throws IllegalStateException when the claim is not open; nothing was posted then
     */
    public void deliver(TransactionKey payout, UUID attemptId, String reference, LockedWallets locked) {
        changes.apply(matching.deliver(changes.get(payout), attemptId, reference, locked.now()), locked);
    }

    public void write(Session session) {
        matching.write(session, changes);
    }
}
