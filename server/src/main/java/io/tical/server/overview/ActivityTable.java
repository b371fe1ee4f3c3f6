package io.tical.server.overview;

import io.tical.common.Ids;
import io.tical.db.Session;
import io.tical.server.transaction.Environments;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The activity of the rows of a table. Their ids (UUIDv7) contain the time, so the primary key finds the rows of an hour in each
 * organization.
 *
 * @param kind the kind of its objects
 * @param table a table whose primary key is {@code organization_id}, {@code livemode} and the id, in this order
 * @param subject in SQL, where {@code t} is the table
 * @param outcome in SQL
 * @param amount in SQL; null for objects without money
 * @param condition on the rows that count
 */
public record ActivityTable(
        String kind,
        String table,
        String id,
        String subject,
        String outcome,
        @Nullable String amount,
        String condition) implements Activity {
    /** The outcomes of transactions. */
    public static final String OF_TRANSACTION = """
            CASE WHEN t.status IN ('success', 'partial_success', 'refunded') THEN 'succeeded'
                 WHEN t.status IN ('failed', 'rejected') THEN 'failed'
                 WHEN t.status IN ('cancelled', 'expired') THEN 'closed'
                 ELSE 'open' END""";

    /**
     * The attempts of rails. An open attempt waits for staff, who transfer by hand, or for a payer; of any other rail its outcome is unknown.
     *
     * @param sent selects the attempts that the service made, in SQL, of table {@code t}
     */
    public static ActivityTable ofAttempts(String table, String id, String sent) {
        var outcome = """
                CASE WHEN t.status = 'delivered' THEN 'succeeded' WHEN t.status = 'dead' THEN 'failed'
                     WHEN t.rail IN ('manual', 'p2p') THEN 'waiting' ELSE 'unknown' END""";
        return new ActivityTable("rail_attempt", table, id, "t.rail", outcome, null, sent);
    }

    @Override
    public List<Count> counts(Session session, boolean livemode, List<Instant> hours) {
        return session.sql("""
                        SELECT c.hour, c.subject, c.outcome, cast(sum(c.count) AS bigint) AS count,
                               cast(sum(c.amount) AS bigint) AS amount
                        FROM %organizations% CROSS JOIN LATERAL (
                            SELECT width_bucket(t.%id%, cast(:hours AS uuid[])) AS hour, %subject% AS subject, %outcome% AS outcome,
                                   count(*) AS count, sum(%amount%) AS amount
                            FROM %table% t
                            WHERE t.organization_id = o.organization_id AND t.livemode = :livemode
                              AND t.%id% >= cast(:from AS uuid) AND %condition%
                            GROUP BY 1, 2, 3) c
                        GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
                        """.replace("%organizations%", Environments.ORGANIZATIONS)
                        .replace("%subject%", subject)
                        .replace("%outcome%", outcome)
                        .replace("%amount%", amount == null ? "null::bigint" : amount)
                        .replace("%condition%", condition)
                        .replace("%table%", table)
                        .replace("%id%", id))
                .bindEach("hours", hours, Ids::boundary)
                .bind("from", Ids.boundary(hours.getFirst()))
                .bind("livemode", livemode)
                // A plan for any hours would read most of a table.
                .withCustomPlan()
                .list(row -> new Count(
                        kind,
                        row.text("subject"),
                        hours.get((int) row.number("hour") - 1),
                        row.text("outcome"),
                        row.number("count"),
                        row.numberOrNull("amount")));
    }
}
