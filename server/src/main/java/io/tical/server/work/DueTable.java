package io.tical.server.work;

import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;

/**
 * A table of rows with a due time. The due time is also the lease: a claim moves it into the future. A renewal or a
 * delayed retry moves it again, but only while the row still has the time that the claim wrote. The database's clock
 * sets all times, so that nodes agree.
 *
 * @param id the column that forms the key together with {@code organization_id} and {@code livemode}
 * @param dueAt the column of the due time; needs an index that begins with it or with the columns of the condition
 * @param condition selects the rows, in SQL
 */
public record DueTable(String table, String id, String dueAt, String condition) {
    public DueTable(String table, String id, String dueAt) {
        this(table, id, dueAt, "true");
    }

    /**
     * A due or claimed row.
     *
     * @param at its due time; for a claimed row, the end of the lease
     */
    record Due(TransactionKey key, Instant at) {}

    /** Returns due rows, oldest first. */
    List<Due> due(Session session, int rowsMax) {
        return session.sql("SELECT organization_id, livemode, %2$s, %3$s FROM %1$s %4$s"
                        .formatted(table, id, dueAt, whereDue()))
                .bind("rows", rowsMax)
                .list(this::due);
    }

    /** Claims due rows, oldest first. Skips rows that another transaction has locked. */
    List<Due> claim(Session session, Duration lease, int rowsMax) {
        return session.sql("""
                        WITH due AS MATERIALIZED (
                            SELECT organization_id, livemode, %2$s FROM %1$s %4$s FOR UPDATE SKIP LOCKED)
                        UPDATE %1$s t SET %3$s = clock_timestamp() + make_interval(secs => :lease)
                        FROM due
                        WHERE t.organization_id = due.organization_id AND t.livemode = due.livemode AND t.%2$s = due.%2$s
                        RETURNING t.organization_id, t.livemode, t.%2$s, t.%3$s
                        """.formatted(table, id, dueAt, whereDue()))
                .bind("rows", rowsMax)
                .bind("lease", seconds(lease))
                .list(this::due);
    }

    /** Counts due rows. */
    Backlog backlog(Session session) {
        return session.sql("""
                        SELECT count(*) AS rows, (extract(epoch FROM now() - min(due)) * 1000)::bigint AS oldest_ms
                        FROM (SELECT %2$s AS due FROM %1$s %3$s) counted
                        """.formatted(table, dueAt, whereDue()))
                .bind("rows", Backlog.ROWS_MAX)
                .one(Backlog::of);
    }

    // now(), because clock_timestamp() is volatile and cannot use the index.
    private String whereDue() {
        return "WHERE %2$s AND %1$s <= now() ORDER BY %1$s LIMIT :rows".formatted(dueAt, condition);
    }

    /**
     * Moves the due time of rows whose due time has not changed since it was read.
     *
     * @param by added to the current time
     * @return the moved rows, without rows that another transaction has locked
     */
    List<Due> move(Session session, Collection<Due> rows, Duration by) {
        return TransactionKey.bind(
                        session.sql("""
                        WITH held AS MATERIALIZED (
                            SELECT organization_id, livemode, %2$s FROM %1$s t
                            JOIN unnest(cast(:organizations AS uuid[]), cast(:livemodes AS boolean[]), cast(:ids AS uuid[]),
                                        cast(:times AS timestamptz[]))
                                 AS k (organization_id, livemode, %2$s, held_until) USING (organization_id, livemode, %2$s)
                            WHERE %4$s AND t.%3$s = k.held_until FOR UPDATE OF t SKIP LOCKED)
                        UPDATE %1$s t SET %3$s = clock_timestamp() + make_interval(secs => :by)
                        FROM held
                        WHERE t.organization_id = held.organization_id AND t.livemode = held.livemode AND t.%2$s = held.%2$s
                        RETURNING t.organization_id, t.livemode, t.%2$s, t.%3$s
                        """.formatted(table, id, dueAt, condition)),
                        rows.stream().map(Due::key).toList())
                .bindEach("times", rows, Due::at)
                .bind("by", seconds(by))
                .list(this::due);
    }

    private Due due(Row row) {
        return new Due(TransactionKey.of(row, id), row.instant(dueAt));
    }

    /** A duration as PostgreSQL's {@code make_interval} takes it. */
    public static double seconds(Duration duration) {
        return duration.toMillis() / 1000.0;
    }
}
