package io.tical.server.rail;

import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import java.time.Duration;

/** The SQL of dispatching. */
final class DispatchStore {
    private DispatchStore() {}

    /** Extends the lease of an object. The database's clock sets it, so that nodes agree. */
    static void extendLease(Session session, Disbursement<?> object, Duration lease) {
        var table = object.subject().word();
        var sql = "UPDATE " + table + " SET due_at = clock_timestamp() + make_interval(secs => :lease)"
                + TransactionKey.WHERE + table + "_id = cast(:id AS uuid)";
        object.key()
                .bind(session.sql(sql), "id")
                .bind("lease", lease.toSeconds())
                .run();
    }
}
