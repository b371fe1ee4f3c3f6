package io.tical.server.customer;

import io.tical.db.Session;
import io.tical.server.transaction.TransactionKey;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Reads the destinations of a group of commands with one statement. */
public final class Destinations {
    private Destinations() {}

    /** Returns the requested accounts that exist. */
    public static Map<TransactionKey, Destination> find(Session session, Collection<TransactionKey> keys) {
        var found = new HashMap<TransactionKey, Destination>();
        findLater(session, keys, found);
        session.send();
        return found;
    }

    /** Adds the requested accounts that exist, when the session sends. */
    public static void findLater(
            Session session, Collection<TransactionKey> keys, Map<TransactionKey, Destination> found) {
        if (!keys.isEmpty()) {
            CustomerStore.destinationsLater(session, keys, found);
        }
    }

    /** Returns the requested customers that exist. */
    public static Set<TransactionKey> existing(Session session, Collection<TransactionKey> keys) {
        return keys.isEmpty() ? Set.of() : CustomerStore.existing(session, keys);
    }
}
