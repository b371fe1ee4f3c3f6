package io.tical.server.payout;

import io.tical.common.Ids;
import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.merchant.Policy;
import io.tical.server.rail.Rails;
import io.tical.server.transaction.TransactionKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Payouts that payers may pay in the place of a rail: offered for a while before they are sent, claimed by one payin, and
 * completed by its payment or released.
 *
 * <p>A claim is an attempt of the payout's leg, on the rail {@value #RAIL}. So whatever keeps a leg from being sent twice keeps
 * it from being claimed twice, and from being both: the payout's row is locked, and a leg has one living attempt at most.
 */
public final class Offers {
    /** The rail of a leg that a payer pays, as attempts record it. */
    public static final String RAIL = "p2p";

    private final Rails rails;
    private final Duration period;

    /** @param period how long a payout is offered before it is sent */
    public Offers(Rails rails, Duration period) {
        this.rails = rails;
        this.period = period;
    }

    /** A payin that is to pay a payout of just its amount. */
    public record Wish(UUID payinId, boolean livemode, String currency, long amount, Offer.@Nullable Payer payer) {
        private Kind kind() {
            return new Kind(livemode, currency, amount);
        }
    }

    private record Kind(boolean livemode, String currency, long amount) {}

    /** An offer that is a payin's once it is taken. */
    public record Claim(Offer offer, UUID attemptId) {}

    /** A claim that is given up. */
    public record Release(TransactionKey payout, UUID attemptId, Instant offeredUntil) {}

    /** The offer of a payout that can be sent from now on; empty unless its organization takes part and it goes in one leg. */
    Optional<Offer> of(Payout payout, Policy policy, Instant now) {
        return policy.matches() && payout.steps().size() == 1
                ? Optional.of(Offer.of(payout, now.plus(period)))
                : Optional.empty();
    }

    /**
     * Finds an offer for each, the oldest first, and keeps it from everybody else until the transaction ends. What another
     * transaction is at is passed by, so nothing here ever waits. Answers what was found, by payin.
     */
    public Map<UUID, Claim> find(Session session, Collection<Wish> wishes) {
        var kinds = new LinkedHashMap<Kind, List<Wish>>();
        wishes.forEach(wish ->
                kinds.computeIfAbsent(wish.kind(), kind -> new ArrayList<>()).add(wish));
        var found = new HashMap<UUID, Claim>();
        kinds.forEach((kind, ofKind) -> find(session, kind, ofKind, found));
        return found;
    }

    private static void find(Session session, Kind kind, List<Wish> wishes, Map<UUID, Claim> found) {
        var seen = new HashSet<UUID>();
        var open = new ArrayList<>(wishes);
        while (!open.isEmpty()) {
            var locked = OfferStore.lock(session, kind.livemode(), kind.currency(), kind.amount(), seen, open.size());
            if (locked.isEmpty()) {
                return;
            }
            seen.addAll(locked);
            // Only now that its payout is locked can be told whether an offer still stands.
            for (var offer : OfferStore.standing(session, locked)) {
                open.stream()
                        .filter(wish -> !offer.isOwn(wish.payer()))
                        .findFirst()
                        .ifPresent(wish -> {
                            open.remove(wish);
                            found.put(wish.payinId(), new Claim(offer, Ids.next()));
                        });
            }
        }
    }

    /** Takes offers that were {@link #find found}: their payouts wait for their payers and for nobody else. */
    public void take(Session session, Collection<Claim> claims, Instant now) {
        if (claims.isEmpty()) {
            return;
        }
        var targets = claims.stream().map(claim -> claim.offer().payout()).toList();
        var cases = cases(session, PayoutStore.find(session, targets));
        claims.forEach(claim ->
                Objects.requireNonNull(cases.get(claim.offer().payout())).claim(claim.attemptId(), now));
        PayoutChanges.write(session, cases.values());
        OfferStore.delete(session, targets.stream().map(TransactionKey::id).toList());
    }

    /**
     * Gives a claim up: the payout is offered again while its time lasts, and sent by its rail otherwise. Answers false when
     * somebody else is at the payout.
     */
    public boolean release(Session session, Release release, Instant now) {
        var found = PayoutStore.lockFree(session, release.payout());
        if (found.isEmpty()) {
            return false;
        }
        var again = release.offeredUntil().isAfter(now);
        var payoutCase = Objects.requireNonNull(
                cases(session, Map.of(release.payout(), found.get())).get(release.payout()));
        payoutCase.release(release.attemptId(), again ? release.offeredUntil() : now, now);
        PayoutChanges.write(session, List.of(payoutCase));
        if (again) {
            OfferStore.insert(session, List.of(Offer.of(found.get(), release.offeredUntil())));
        }
        return true;
    }

    /** Locks payouts that payments are about to complete. */
    public Completions completing(Session session, Collection<TransactionKey> payouts) {
        return new Completions(cases(session, PayoutStore.lock(session, payouts)));
    }

    private Map<TransactionKey, PayoutCase> cases(Session session, Map<TransactionKey, Payout> payouts) {
        var attempts = PayoutStore.attempts(session, payouts.keySet());
        var cases = new HashMap<TransactionKey, PayoutCase>();
        payouts.forEach((target, payout) -> cases.put(
                target,
                new PayoutCase(payout, attempts.getOrDefault(target, List.of()), rails.payout(target.livemode()))));
        return cases;
    }

    /** Forgets offers that nobody claimed; answers how many, at most {@code rowsMax}. */
    public static long forget(Database database, int rowsMax) {
        return database.transaction(session -> OfferStore.forget(session, rowsMax));
    }
}
