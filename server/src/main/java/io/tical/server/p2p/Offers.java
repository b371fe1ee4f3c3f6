package io.tical.server.p2p;

import io.tical.common.Ids;
import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import io.tical.server.outward.Fence;
import io.tical.server.payout.Offering;
import io.tical.server.payout.PayoutMatching;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.EventType;
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
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The offers of payouts. A payout is offered for a period before a rail sends it. A payin that matches the offer
 * completes or releases the payout.
 */
public record Offers(PayoutMatching payouts, Fence fence, Duration period) implements Offering {
    /** A request of a payin for a payout of exactly its amount. */
    public record Request(UUID payinId, Kind kind, Offer.@Nullable Payer payer) {}

    /** What a payin and a payout must have in common. */
    public record Kind(boolean livemode, String currency, long amount) {}

    public record Claim(Offer offer, UUID attemptId) {}

    @Override
    public void publish(Session session, Collection<Offered> offers) {
        OfferStore.insertLater(
                session,
                offers.stream()
                        // Most payouts are offered without a question; what is found is asked about.
                        .filter(offered -> fence.openCases() == 0
                                || !isHeld(
                                        session,
                                        offered.payout().key(),
                                        offered.payout().terms().merchantRef()))
                        .map(offered -> Offer.of(offered.payout(), offered.until()))
                        .toList());
    }

    /**
     * Finds the oldest offer for each request and locks its payout until the transaction ends. Skips payouts that
     * another transaction has locked. Finds nothing while nothing may leave, because its payer could not be shown whom to pay. Returns
     * the offers by payin.
     */
    public Map<UUID, Claim> find(Session session, Collection<Request> requests) {
        var found = new HashMap<UUID, Claim>();
        if (requests.isEmpty() || fence.writingFails() != null || !fence.isOpen(session)) {
            return found;
        }
        requests.stream()
                .collect(Collectors.groupingBy(
                        Request::kind, LinkedHashMap::new, Collectors.toCollection(ArrayList::new)))
                .forEach((kind, ofKind) -> find(session, kind, ofKind, found));
        return found;
    }

    /** Whether it may have been sent before the database lost that: then it is not offered, and takes up what was sent when it is due. */
    private boolean isHeld(Session session, TransactionKey payout, @Nullable String reference) {
        return fence.isHeld(session, EventType.Subject.PAYOUT, payout, reference);
    }

    private void find(Session session, Kind kind, List<Request> open, Map<UUID, Claim> found) {
        var seen = new HashSet<UUID>();
        while (!open.isEmpty()) {
            var locked = OfferStore.lock(session, kind, seen, open.size());
            if (locked.isEmpty()) {
                return;
            }
            seen.addAll(locked);
            // An offer is checked again after its payout is locked.
            for (var offer : OfferStore.standing(session, locked)) {
                if (isHeld(
                        session,
                        offer.payout(),
                        payouts.reference(session, offer.payout()).orElse(null))) {
                    continue;
                }
                open.stream()
                        .filter(request -> !offer.isOwn(request.payer()))
                        .findFirst()
                        .ifPresent(request -> {
                            open.remove(request);
                            found.put(request.payinId(), new Claim(offer, Ids.next()));
                        });
            }
        }
    }

    /** Matches payins with their offers. A matched payout is neither sent nor offered. */
    public void match(Session session, Map<TransactionKey, Claim> claims, Instant now) {
        if (claims.isEmpty()) {
            return;
        }
        var keys = claims.values().stream().map(claim -> claim.offer().payout()).toList();
        var changes = payouts.lock(session, keys);
        for (var claim : claims.values()) {
            var payout = changes.get(claim.offer().payout());
            changes.apply(payouts.match(payout, claim.attemptId(), now), Actor.SYSTEM, now);
        }
        payouts.write(session, changes);
        OfferStore.deleteLater(session, keys.stream().map(TransactionKey::id).toList());
        var matches = new ArrayList<Match>();
        claims.forEach((payin, claim) -> matches.add(Match.open(payin, claim, now)));
        MatchStore.insertLater(session, matches);
    }

    /**
     * Whether a match must not be released, because the database may have forgotten that the payout was paid.
     */
    public boolean isHeld(Session session, Match match) {
        return !fence.mayTakeBack(session)
                || isHeld(
                        session,
                        match.payout(),
                        payouts.reference(session, match.payout()).orElse(null));
    }

    /**
     * Releases an open match: the payout is offered again until the offer ends, and then sent by its rail. Returns false
     * when another transaction has locked the payout.
     */
    public boolean release(Session session, Match match, Instant now) {
        var locked = payouts.tryLock(session, match.payout());
        if (locked.isEmpty()) {
            return false;
        }
        var changes = locked.get();
        var payout = changes.get(match.payout());
        var again = match.offeredUntil().isAfter(now);
        changes.apply(
                payouts.release(payout, match.attemptId(), again ? match.offeredUntil() : now, now), Actor.SYSTEM, now);
        payouts.write(session, changes);
        if (again) {
            OfferStore.insertLater(session, List.of(Offer.of(payout.payout(), match.offeredUntil())));
        }
        Matches.close(session, List.of(match.on(Match.Trigger.RELEASE, now)));
        return true;
    }

    /** Locks the payouts matched with these payins. */
    public MatchedPayouts lock(Session session, Collection<TransactionKey> payins) {
        return new MatchedPayouts(session, payouts, Matches.find(session, payins));
    }
}
