package io.tical.server.customer;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import io.tical.server.ledger.Outdated;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** A cache of destinations. A transaction that uses a cached destination fails if it has changed since it was read. */
public final class KnownDestinations {
    private static final int DESTINATIONS_MAX = 20_000;

    private final Cache<TransactionKey, Destination> known =
            Caffeine.newBuilder().maximumSize(DESTINATIONS_MAX).build();

    /**
     * Returns the requested accounts that exist, from the cache or the database. When the session sends next, the transaction fails with
     * {@link Outdated} if a cached one has changed.
     */
    public Map<TransactionKey, Destination> find(Session session, Set<TransactionKey> accounts) {
        var found = new HashMap<>(known.getAllPresent(accounts));
        if (!found.isEmpty()) {
            DestinationStore.requireUnchangedLater(session, Map.copyOf(found), () -> {
                known.invalidateAll(accounts);
                return new Outdated();
            });
        }
        var unknown = new HashSet<>(accounts);
        unknown.removeAll(found.keySet());
        if (!unknown.isEmpty()) {
            var read = Destinations.find(session, unknown);
            known.putAll(read);
            found.putAll(read);
        }
        return found;
    }
}
