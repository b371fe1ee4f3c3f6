package io.tical.server.payout;

import io.tical.common.Ids;
import io.tical.db.Database;
import io.tical.db.Session;
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
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Payouts that payers may pay in the place of a rail: offered for a while before they are sent, claimed by one payin, and
 * completed by its payment or released.
 */
public final class Offers implements Offering {
    private final PayoutMatching matching;
    private final Duration period;

    /** @param period how long a payout is offered before it is sent */
    public Offers(PayoutMatching matching, Duration period) {
        this.matching = matching;
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

    @Override
    public Duration period() {
        return period;
    }

    @Override
    public void publish(Session session, Collection<Offered> offers) {
        OfferStore.insert(
                session,
                offers.stream().map(one -> Offer.of(one.payout(), one.until())).toList());
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
        var payouts = claims.stream().map(claim -> claim.offer().payout()).toList();
        var changes = matching.lock(session, payouts);
        for (var claim : claims) {
            var payout = changes.get(claim.offer().payout());
            changes.apply(matching.claim(payout, claim.attemptId(), now), now);
        }
        matching.write(session, changes);
        OfferStore.delete(session, payouts.stream().map(TransactionKey::id).toList());
    }

    /**
     * Releases a claim: the payout is offered again until its offer ends, and sent by its rail after that. Answers false when
     * another transaction has locked the payout.
     */
    public boolean release(Session session, Release release, Instant now) {
        var locked = matching.tryLock(session, release.payout());
        if (locked.isEmpty()) {
            return false;
        }
        var changes = locked.get();
        var again = release.offeredUntil().isAfter(now);
        var payout = changes.get(release.payout());
        var dueAt = again ? release.offeredUntil() : now;
        changes.apply(matching.release(payout, release.attemptId(), dueAt, now), now);
        matching.write(session, changes);
        if (again) {
            OfferStore.insert(session, List.of(Offer.of(payout.payout(), release.offeredUntil())));
        }
        return true;
    }

    /** Locks payouts that payments are about to complete. */
    public Completions completing(Session session, Collection<TransactionKey> payouts) {
        return new Completions(matching, matching.lock(session, payouts));
    }

    /** Forgets offers that nobody claimed; answers how many, at most {@code rowsMax}. */
    public static long forget(Database database, int rowsMax) {
        return database.transaction(session -> OfferStore.forget(session, rowsMax));
    }
}
