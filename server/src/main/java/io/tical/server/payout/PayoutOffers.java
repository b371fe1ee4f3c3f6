package io.tical.server.payout;

import io.tical.db.Session;
import io.tical.server.merchant.Policy;
import io.tical.server.p2p.Match;
import io.tical.server.p2p.Offer;
import io.tical.server.p2p.Offers;
import io.tical.server.rail.Rails;
import io.tical.server.transaction.TransactionKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The offers that payouts make to payers, and the payouts that payers claim, complete or release. */
public final class PayoutOffers {
    private final Rails rails;
    private final Duration period;

    /** @param period how long a payout is offered before it is sent */
    public PayoutOffers(Rails rails, Duration period) {
        this.rails = rails;
        this.period = period;
    }

    /** The offer of a payout that can be sent from now on; empty unless its organization takes part and it goes in one leg. */
    Optional<Offer> of(Payout payout, Policy policy, Instant now) {
        return policy.matches() && payout.steps().size() == 1
                ? Optional.of(offer(payout, now.plus(period)))
                : Optional.empty();
    }

    private static Offer offer(Payout payout, Instant until) {
        var terms = payout.terms();
        return new Offer(
                PayoutStore.target(payout),
                terms.currency(),
                terms.amount(),
                terms.bankCode(),
                terms.accountNo(),
                terms.holderName(),
                until);
    }

    /** Takes offers that were found: their payouts wait for their payers alone. */
    public void take(Session session, Collection<Offers.Claim> claims, Instant now) {
        if (claims.isEmpty()) {
            return;
        }
        var targets = claims.stream().map(claim -> claim.offer().payout()).toList();
        var cases = cases(session, PayoutStore.find(session, targets, false));
        claims.forEach(claim ->
                Objects.requireNonNull(cases.get(claim.offer().payout())).claim(claim.attemptId(), now));
        PayoutChanges.write(session, cases.values());
        Offers.remove(session, targets);
    }

    /**
     * Releases a claim: the payout is offered again while its time lasts, and sent by its rail otherwise. Returns false when
     * another transaction has locked the payout.
     */
    public boolean release(Session session, Match match, Instant now) {
        var found = PayoutStore.lockFree(session, match.payout());
        if (found.isEmpty()) {
            return false;
        }
        var again = match.offeredUntil().isAfter(now);
        var payoutCase = Objects.requireNonNull(
                cases(session, Map.of(match.payout(), found.get())).get(match.payout()));
        payoutCase.release(match.attemptId(), again ? match.offeredUntil() : now, now);
        PayoutChanges.write(session, List.of(payoutCase));
        if (again) {
            Offers.add(session, List.of(offer(found.get(), match.offeredUntil())));
        }
        return true;
    }

    /** Locks payouts that payments are about to complete. */
    public Completions completing(Session session, Collection<TransactionKey> payouts) {
        return new Completions(cases(session, PayoutStore.find(session, payouts, true)));
    }

    private Map<TransactionKey, PayoutCase> cases(Session session, Map<TransactionKey, Payout> payouts) {
        var attempts = PayoutStore.attempts(session, payouts.keySet());
        var cases = new HashMap<TransactionKey, PayoutCase>();
        payouts.forEach((target, payout) -> cases.put(
                target,
                new PayoutCase(payout, attempts.getOrDefault(target, List.of()), rails.payout(target.livemode()))));
        return cases;
    }
}
