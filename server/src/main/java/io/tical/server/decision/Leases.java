package io.tical.server.decision;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.transaction.Lease;
import io.tical.server.transaction.TransactionKey;
import java.time.Clock;
import java.util.Collection;
import java.util.HashMap;
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
        var taken = key.bind(session.sql("""
                        INSERT INTO lease (organization_id, livemode, object_id, operator, until)
                        VALUES (cast(:organization AS uuid), :livemode, cast(:id AS uuid), :operator, :until)
                        ON CONFLICT (organization_id, livemode, object_id)
                        DO UPDATE SET operator = excluded.operator, until = excluded.until
                        WHERE lease.operator = excluded.operator OR lease.until <= :now
                        """), "id")
                .bind("operator", operator)
                .bind("until", lease.until())
                .bind("now", now)
                .run();
        if (taken == 0) {
            Lease.requireFree(find(session, key).orElse(null), object, operator, now);
        }
        return lease;
    }

    /** Releases the lease of an object; does nothing if another operator has it. */
    public void release(TransactionKey key, String operator) {
        database.run(session -> key.bind(
                        session.sql("DELETE FROM lease" + TransactionKey.WHERE
                                + "object_id = cast(:id AS uuid) AND operator = :operator"),
                        "id")
                .bind("operator", operator)
                .run());
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
        return Optional.ofNullable(read(session, List.of(key)).get(key));
    }

    /** The current leases of these objects. */
    public Map<TransactionKey, Lease> of(Collection<TransactionKey> keys) {
        if (keys.isEmpty()) {
            return Map.of();
        }
        var leases = database.run(session -> read(session, keys));
        leases.values().removeIf(lease -> !lease.active(clock.instant()));
        return leases;
    }

    private static Map<TransactionKey, Lease> read(Session session, Collection<TransactionKey> keys) {
        var leases = new HashMap<TransactionKey, Lease>();
        TransactionKey.bind(
                        session.sql("SELECT l.* FROM lease l JOIN" + TransactionKey.table("object_id")
                                + "USING (organization_id, livemode, object_id)"),
                        keys)
                .list(row -> leases.put(
                        TransactionKey.of(row, "object_id"), new Lease(row.text("operator"), row.instant("until"))));
        return leases;
    }

    /** Deletes leases that have ended. Returns the number deleted, at most {@code rowsMax}. */
    long forget(int rowsMax) {
        return database.run(session -> session.sql("""
                        DELETE FROM lease WHERE (organization_id, livemode, object_id) IN (
                            SELECT organization_id, livemode, object_id FROM lease WHERE until <= :now LIMIT :rows)
                        """)
                .bind("now", clock.instant())
                .bind("rows", rowsMax)
                .run());
    }
}
