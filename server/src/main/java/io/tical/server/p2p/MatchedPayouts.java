package io.tical.server.p2p;

import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import io.tical.server.ledger.GroupWallets;
import io.tical.server.payout.PayoutAggregate;
import io.tical.server.payout.PayoutMatching;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.Changes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The matches of the payins that a transaction has locked, with their payouts. A payment of the payin completes both. */
public final class MatchedPayouts {
    private final PayoutMatching payouts;
    private final Map<TransactionKey, Match> matches;
    private final Changes<PayoutAggregate> changes;
    private final List<Match> completed = new ArrayList<>();

    MatchedPayouts(Session session, PayoutMatching payouts, Map<TransactionKey, Match> matches) {
        this.payouts = payouts;
        this.matches = new HashMap<>(matches);
        var waiting = matches.values().stream()
                .filter(Match::isOpen)
                .map(Match::payout)
                .toList();
        changes = payouts.lock(session, waiting);
    }

    /** The match of a payin after the previous commands, or null. */
    public @Nullable Match find(TransactionKey payin) {
        return matches.get(payin);
    }

    /**
     * Completes an open match and its payout after the payer has paid the payee.
     *
     * @param reference of the payment
     * @throws IllegalStateException when the payout is not matched; nothing is posted
     */
    public void complete(Match match, String reference, GroupWallets wallets) {
        var payout = changes.get(match.payout());
        changes.apply(payouts.deliver(payout, match.attemptId(), reference, wallets.now()), Actor.SYSTEM, wallets);
        var done = match.on(Match.Trigger.COMPLETE, wallets.now());
        matches.put(match.payin(), done);
        completed.add(done);
    }

    /** Writes the completed matches and payouts. */
    public void write(Session session) {
        Matches.close(session, completed);
        payouts.write(session, changes);
    }
}
