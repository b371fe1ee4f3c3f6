package io.tical.server.work;

import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.server.transaction.TransactionKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;

/**
 * A table of rows that are due at a time. The time is also the lease: a claim moves it into the future, and whoever moves it again, to
 * renew the claim or to put the row off, does so only while the row still has the time that the claim wrote. Times are the database's, so
 * that nodes agree.
 *
 * @param id the column that makes a key with {@code organization_id} and {@code livemode}
 * @param dueAt the column of the time; an index begins with it, or with the columns of the condition
 * @param condition which rows, in SQL
 */
public record DueTable(String table, String id, String dueAt, String condition) {
    public DueTable(String table, String id, String dueAt) {
        this(table, id, dueAt, "true");
    }

    /**
     * A row that is due, or claimed.
     *
     * @param at its time, which is the end of the lease when it is claimed
     */
    record Due(TransactionKey key, Instant at) {}

    /** Rows that are due, the longest due first. */
    List<Due> due(Session session, int rowsMax) {
        return session.sql("SELECT organization_id, livemode, %2$s, %3$s FROM %1$s %4$s"
                        .formatted(table, id, dueAt, whereDue()))
                .bind("rows", rowsMax)
                .list(this::due);
    }

    /** Claims rows that are due, the longest due first; skips rows that another transaction has locked. */
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

    // now(), not clock_timestamp(): only a value that does not change while the statement runs can use the index.
    private String whereDue() {
        return "WHERE %2$s AND %1$s <= now() ORDER BY %1$s LIMIT :rows".formatted(dueAt, condition);
    }

    /**
     * Moves the time of rows that still have the time that they were claimed or found with.
     *
     * @param by from now
     * @return the rows that were moved; one that another transaction has locked is not
     */
    List<Due> move(Session session, Collection<Due> rows, Duration by) {
        return session.sql("""
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
                        """.formatted(table, id, dueAt, condition))
                .bindEach("organizations", rows, row -> row.key().organizationId())
                .bindEach("livemodes", rows, row -> row.key().livemode())
                .bindEach("ids", rows, row -> row.key().id())
                .bindEach("times", rows, Due::at)
                .bind("by", seconds(by))
                .list(this::due);
    }

    private Due due(Row row) {
        return new Due(
                new TransactionKey(row.uuid("organization_id"), row.flag("livemode"), row.uuid(id)),
                row.instant(dueAt));
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1000.0;
    }
}
