package io.tical.server.overview;

import io.tical.common.Ids;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A queue that consists of the rows of a table that fulfil a condition. Each environment is read on its own, so that what waits in one
 * hides nothing of the other.
 *
 * @param type the type of its objects
 * @param id the column that forms the key of a row together with {@code organization_id} and {@code livemode}
 * @param table or a query in parentheses, with {@code status}
 * @param condition in SQL; needs an index of the environment and the id
 * @param since the column of the time since which a row waits, with an index of the environment and it; null for the time of its id (UUIDv7)
 * @param versioned whether the rows have {@code version}
 */
public record QueueTable(
        String name,
        String type,
        String table,
        String id,
        String condition,
        @Nullable String since,
        boolean versioned) implements Queue {
    /** A queue whose rows wait since they were created. */
    public QueueTable(String name, String type, String table, String id, String condition, boolean versioned) {
        this(name, type, table, id, condition, null, versioned);
    }

    /** A queue of the rows of a table that belong to no organization, which wait since they were created. They have {@code version}. */
    public static QueueTable ofService(String name, String type, String table, String id, String condition) {
        return new QueueTable(
                name,
                type,
                "(SELECT cast('" + TransactionKey.SERVICE + "' AS uuid) AS organization_id, r.* FROM " + table + " r)",
                id,
                condition,
                true);
    }

    /**
     * The transfers that staff make: the open attempts of the rail {@code manual} for the rows of a table with {@code version}, once it is
     * written down that they were handed over.
     */
    public static QueueTable manual(String name, String table) {
        var id = table + "_id";
        return new QueueTable(name, table, """
                (SELECT t.organization_id, t.livemode, a.%1$s_id, t.status, t.version
                 FROM %1$s_attempt a JOIN %1$s t USING (organization_id, livemode, %1$s_id)
                 WHERE a.rail = 'manual' AND a.status = 'open' AND (a.polls > 0 OR t.due_at IS NULL))""".formatted(table), id, "true", true);
    }

    @Override
    public States states(Session session, Instant now) {
        // Within the lateral queries the column hides that of the environments, so each has its alias.
        var states = session.sql(sql("""
                        SELECT e.live,
                               (SELECT count(*) FROM (SELECT FROM %table% q WHERE q.livemode = e.live AND %condition% LIMIT :most) counted)
                                   AS items,
                               oldest.id AS oldest, oldest.since,
                               (SELECT count(*) FROM lease JOIN %table% q
                                ON q.organization_id = lease.organization_id AND q.livemode = lease.livemode AND q.%id% = lease.object_id
                                WHERE lease.until > :now AND q.livemode = e.live AND %condition%) AS claimed
                        FROM (VALUES (true), (false)) e (live)
                        LEFT JOIN LATERAL (SELECT %id% AS id, %since% AS since FROM %table% q
                            WHERE q.livemode = e.live AND %condition% ORDER BY %order% LIMIT 1) oldest ON true
                        ORDER BY e.live DESC
                        """))
                .bind("most", COUNT_MAX + 1)
                .bind("now", now)
                .list(row -> State.of(
                        this, row.number("items"), row.number("claimed"), row.uuidOrNull("oldest"), oldestAt(row)));
        return new States(states.getFirst(), states.getLast());
    }

    private @Nullable Instant oldestAt(Row row) {
        var oldest = row.uuidOrNull("oldest");
        return oldest == null ? null : since == null ? Ids.madeAt(oldest) : row.instant("since");
    }

    @Override
    public Map<TransactionKey, Item> newest(Session session, int rowsMax) {
        return items(session.sql(sql("""
                        SELECT q.*, true AS waits FROM (VALUES (true), (false)) e (live) CROSS JOIN LATERAL (
                            SELECT %item% FROM %table% q WHERE q.livemode = e.live AND %condition% ORDER BY %id% DESC LIMIT :rows) q
                        """)).bind("rows", rowsMax));
    }

    @Override
    public Map<TransactionKey, Item> find(Session session, Collection<TransactionKey> keys) {
        if (keys.isEmpty()) {
            return Map.of();
        }
        return items(TransactionKey.bind(
                session.sql(sql("SELECT %item%, coalesce(%condition%, false) AS waits FROM %table% q JOIN"
                        + TransactionKey.table(id)
                        + "USING (organization_id, livemode, %id%)")),
                keys));
    }

    private Map<TransactionKey, Item> items(Session.Statement statement) {
        var items = new HashMap<TransactionKey, Item>();
        statement.list(row -> items.put(TransactionKey.of(row, id), item(row)));
        return items;
    }

    private Item item(Row row) {
        return new Item(
                row.uuid(id), versioned ? row.numberOrNull("version") : null, row.text("status"), row.flag("waits"));
    }

    private String sql(String template) {
        return template.replace("%item%", "organization_id, livemode, %id%, status" + (versioned ? ", version" : ""))
                .replace("%condition%", condition)
                .replace("%since%", since == null ? "null::timestamptz" : since)
                .replace("%order%", since == null ? id : since + ", " + id)
                .replace("%table%", table)
                .replace("%id%", id);
    }
}
