package io.tical.server.decision;

import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import io.tical.server.transaction.Lease;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** The SQL of leases. */
final class LeaseStore {
    private LeaseStore() {}

    /** Writes a lease; returns false if another operator has one that has not ended. */
    static boolean take(Session session, TransactionKey key, Lease lease, Instant now) {
        return key.bind(session.sql("""
                        INSERT INTO lease (organization_id, livemode, object_id, operator, until)
                        VALUES (cast(:organization AS uuid), :livemode, cast(:id AS uuid), :operator, :until)
                        ON CONFLICT (organization_id, livemode, object_id)
                        DO UPDATE SET operator = excluded.operator, until = excluded.until
                        WHERE lease.operator = excluded.operator OR lease.until <= :now
                        """), "id")
                        .bind("operator", lease.operator())
                        .bind("until", lease.until())
                        .bind("now", now)
                        .run()
                == 1;
    }

    /** Deletes the lease of an object if this operator has it. */
    static long release(Session session, TransactionKey key, String operator) {
        var sql = "DELETE FROM lease" + TransactionKey.WHERE + "object_id = cast(:id AS uuid) AND operator = :operator";
        return key.bind(session.sql(sql), "id").bind("operator", operator).run();
    }

    /** The leases of these objects, also those that have ended. */
    static Map<TransactionKey, Lease> find(Session session, Collection<TransactionKey> keys) {
        var leases = new HashMap<TransactionKey, Lease>();
        TransactionKey.bind(
                        session.sql("SELECT l.* FROM lease l JOIN" + TransactionKey.table("object_id")
                                + "USING (organization_id, livemode, object_id)"),
                        keys)
                .list(row -> leases.put(
                        TransactionKey.of(row, "object_id"), new Lease(row.text("operator"), row.instant("until"))));
        return leases;
    }

    /** Deletes leases that have ended; returns how many. */
    static long forget(Session session, Instant now, int rowsMax) {
        return session.sql("""
                        DELETE FROM lease WHERE (organization_id, livemode, object_id) IN (
                            SELECT organization_id, livemode, object_id FROM lease WHERE until <= :now LIMIT :rows)
                        """).bind("now", now).bind("rows", rowsMax).run();
    }
}
