package io.tical.server.customer;

import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import io.tical.server.problem.Problem;
import java.util.Collection;
import java.util.Map;
import java.util.Set;

/** Reads the destinations of a group of commands in one round trip. */
public final class Destinations {
    private Destinations() {}

    /**
     * Returns the requested accounts that exist.
     *
     * @throws io.tical.db.AlteredRow if one of them, or its customer, is missing or not as the service wrote it
     */
    public static Map<TransactionKey, Destination> find(Session session, Collection<TransactionKey> keys) {
        return keys.isEmpty() ? Map.of() : DestinationStore.find(session, keys);
    }

    /** The refusal of a request whose {@code customer_id} names no customer. */
    public static Problem.Refused unknownCustomer() {
        return new Problem.Refused(
                "CUSTOMER_NOT_FOUND",
                "There is no customer with this customer_id in this environment; check the id, or register a customer with"
                        + " POST /v1/customers without customer_id");
    }

    /** Returns the requested customers that exist. */
    public static Set<TransactionKey> existing(Session session, Collection<TransactionKey> keys) {
        return keys.isEmpty() ? Set.of() : DestinationStore.existing(session, keys);
    }
}
