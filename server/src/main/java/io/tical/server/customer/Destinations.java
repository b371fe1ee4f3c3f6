package io.tical.server.customer;

import io.tical.db.Session;
import io.tical.server.transaction.TransactionKey;
import java.util.Collection;
import java.util.Map;
import java.util.Set;

/** Reads the destinations of a group of commands with one statement. */
public final class Destinations {
    private Destinations() {}

    /** Returns the requested accounts that exist. */
    public static Map<TransactionKey, Destination> find(Session session, Collection<TransactionKey> keys) {
        return keys.isEmpty() ? Map.of() : CustomerStore.destinations(session, keys);
    }

    /** Returns the requested customers that exist. */
    public static Set<TransactionKey> existing(Session session, Collection<TransactionKey> keys) {
        return keys.isEmpty() ? Set.of() : CustomerStore.existing(session, keys);
    }
}
