package io.tical.server.p2p;

import io.tical.common.Ids;
import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.transaction.TransactionKey;
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
 * Payouts that payers may pay instead of a rail: offered for a while before they are sent, and claimed by one payin at most.
 *
 * <p>A claim is an attempt of the payout's leg, on the rail {@value #RAIL}. So whatever keeps a leg from being sent twice keeps
 * it from being claimed twice, and from being both: the payout's row is locked, and a leg has one living attempt at most.
 */
public final class Offers {
    /** The rail of a leg that a payer pays, as attempts record it. */
    public static final String RAIL = "p2p";

    private Offers() {}

    /** A payin that may pay a payout of exactly its amount. */
    public record Request(UUID payinId, boolean livemode, String currency, long amount, Offer.@Nullable Payer payer) {
        private Kind kind() {
            return new Kind(livemode, currency, amount);
        }
    }

    private record Kind(boolean livemode, String currency, long amount) {}

    /** An offer that a payin claims. */
    public record Claim(Offer offer, UUID attemptId) {}

    public static void add(Session session, Collection<Offer> offers) {
        OfferStore.insert(session, offers);
    }

    /** Removes the offers of payouts that have been claimed. */
    public static void remove(Session session, Collection<TransactionKey> payouts) {
        OfferStore.delete(session, payouts.stream().map(TransactionKey::id).toList());
    }

    /**
     * Finds an offer for each request, the oldest first, and locks its payout until the transaction ends. Skips payouts that
     * another transaction has locked, so nothing here waits. Returns what was found, by payin.
     */
    public static Map<UUID, Claim> find(Session session, Collection<Request> requests) {
        var kinds = new LinkedHashMap<Kind, List<Request>>();
        requests.forEach(request -> kinds.computeIfAbsent(request.kind(), kind -> new ArrayList<>())
                .add(request));
        var found = new HashMap<UUID, Claim>();
        kinds.forEach((kind, ofKind) -> find(session, kind, ofKind, found));
        return found;
    }

    private static void find(Session session, Kind kind, List<Request> open, Map<UUID, Claim> found) {
        var seen = new HashSet<UUID>();
        while (!open.isEmpty()) {
            var locked = OfferStore.lock(session, kind.livemode(), kind.currency(), kind.amount(), seen, open.size());
            if (locked.isEmpty()) {
                return;
            }
            seen.addAll(locked);
            // Whether an offer still stands can be read only after its payout is locked.
            for (var offer : OfferStore.standing(session, locked)) {
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

    /** Deletes offers that nobody claimed in time; returns how many, at most {@code rowsMax}. */
    public static long forget(Database database, int rowsMax) {
        return database.transaction(session -> OfferStore.forget(session, rowsMax));
    }
}
