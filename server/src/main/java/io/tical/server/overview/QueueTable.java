package io.tical.server.overview;

import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.server.transaction.TransactionKey;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * A queue that consists of the rows of a table that fulfil a condition, oldest first by id (UUIDv7).
 *
 * @param type the type of its objects
 * @param id the column that forms the key of a row together with {@code organization_id} and {@code livemode}
 * @param table or a query in parentheses, with {@code status}
 * @param condition in SQL; needs an index that is ordered by the id
 * @param versioned whether the rows have {@code version}
 */
public record QueueTable(String name, String type, String table, String id, String condition, boolean versioned)
        implements Queue {
    /** The transfers that staff make: the open attempts of the rail {@code manual} for the rows of a table with {@code version}. */
    public static QueueTable manual(String name, String table) {
        var id = table + "_id";
        return new QueueTable(name, table, """
                (SELECT t.organization_id, t.livemode, a.%1$s_id, t.status, t.version
                 FROM %1$s_attempt a JOIN %1$s t USING (organization_id, livemode, %1$s_id)
                 WHERE a.rail = 'manual' AND a.status = 'open')""".formatted(table), id, "true", true);
    }

    @Override
    public State state(Session session, Instant now) {
        return session.sql(sql("""
                        SELECT (SELECT count(*) FROM (SELECT FROM %table% q WHERE %condition% LIMIT :most) counted) AS items,
                               (SELECT %id% FROM %table% q WHERE %condition% ORDER BY %id% LIMIT 1) AS oldest,
                               (SELECT count(*) FROM lease JOIN %table% q
                                ON q.organization_id = lease.organization_id AND q.livemode = lease.livemode AND q.%id% = lease.object_id
                                WHERE lease.until > :now AND %condition%) AS claimed
                        """))
                .bind("most", COUNT_MAX + 1)
                .bind("now", now)
                .one(row -> State.of(this, row.number("items"), row.number("claimed"), row.uuidOrNull("oldest")));
    }

    @Override
    public Map<TransactionKey, Item> newest(Session session, int rowsMax) {
        return items(session.sql(sql("SELECT %item%, true AS waits FROM %table% q"
                        + " WHERE %condition% ORDER BY %id% DESC LIMIT :rows"))
                .bind("rows", rowsMax));
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
                .replace("%table%", table)
                .replace("%id%", id);
    }
}
