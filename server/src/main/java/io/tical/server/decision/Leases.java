package io.tical.server.decision;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import io.tical.server.transaction.Lease;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Records which operator works on which object. The clock of the service sets all times, so that a lease has the same length on every node.
 */
public record Leases(Database database, Clock clock) {
    /**
     * Takes the lease of an object for {@link Lease#DURATION}, or renews it.
     *
     * @param object the object's name in messages, such as {@code slip}
     * @throws io.tical.server.problem.Problem.Conflict {@code ALREADY_CLAIMED} while another operator has it
     */
    public Lease take(TransactionKey key, String object, String operator) {
        return database.transaction(session -> take(session, key, object, operator));
    }

    /** Takes the lease in the caller's transaction. */
    public Lease take(Session session, TransactionKey key, String object, String operator) {
        var now = clock.instant();
        var lease = Lease.take(null, object, operator, now);
        if (!LeaseStore.take(session, key, lease, now)) {
            Lease.requireFree(find(session, key).orElse(null), object, operator, now);
        }
        return lease;
    }

    /** Releases the lease of an object; does nothing if another operator has it. */
    public void release(TransactionKey key, String operator) {
        database.run(session -> LeaseStore.release(session, key, operator));
    }

    /** The current lease of an object. */
    public Optional<Lease> find(TransactionKey key) {
        return database.run(session -> active(session, key));
    }

    /** The current lease of an object, read in the caller's transaction. */
    public Optional<Lease> active(Session session, TransactionKey key) {
        return find(session, key).filter(lease -> lease.active(clock.instant()));
    }

    private static Optional<Lease> find(Session session, TransactionKey key) {
        return Optional.ofNullable(LeaseStore.find(session, List.of(key)).get(key));
    }

    /** The current leases of these objects. */
    public Map<TransactionKey, Lease> of(Collection<TransactionKey> keys) {
        if (keys.isEmpty()) {
            return Map.of();
        }
        var leases = database.run(session -> LeaseStore.find(session, keys));
        leases.values().removeIf(lease -> !lease.active(clock.instant()));
        return leases;
    }

    /** Deletes leases that have ended. Returns the number deleted, at most {@code rowsMax}. */
    long forget(int rowsMax) {
        return database.run(session -> LeaseStore.forget(session, clock.instant(), rowsMax));
    }
}
