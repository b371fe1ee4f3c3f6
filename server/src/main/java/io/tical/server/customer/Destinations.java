package io.tical.server.customer;

import io.tical.db.Session;
import java.util.Collection;
import java.util.Map;
import java.util.Set;

/** What the money operations ask of this room, for a whole group of commands with one statement each. */
public final class Destinations {
    private Destinations() {}

    /** The accounts that exist of those asked for. */
    public static Map<DestinationKey, Destination> find(Session session, Collection<DestinationKey> keys) {
        return keys.isEmpty() ? Map.of() : CustomerStore.destinations(session, keys);
    }

    /** The customers that exist of those asked for. */
    public static Set<CustomerKey> existing(Session session, Collection<CustomerKey> keys) {
        return keys.isEmpty() ? Set.of() : CustomerStore.existing(session, keys);
    }
}
