package io.tical.server.overview;

import io.tical.common.Ids;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.server.transaction.Environments;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A search in a table of objects of organizations. Most indexes begin with the organization and the environment, so they are searched
 * organization by organization. A further index would make every write slower.
 *
 * @param type the type of its objects
 * @param id the column of the id (UUIDv7)
 * @param livemode the environment in SQL, where {@code t} is the table
 * @param columns {@code status}, {@code amount}, {@code currency} and {@code reference}, the merchant's, in SQL
 */
public record SearchTable(String type, String id, String livemode, String columns, List<Place> places)
        implements Search {
    /** The kinds of comparison. */
    public enum By {
        ID,
        TEXT,
        DIGITS,
        PAY_LINK
    }

    /**
     * A place that is searched.
     *
     * @param matched its name in a {@link Hit}
     * @param from in SQL, with {@code t}
     * @param condition on {@code t} besides the organization and the environment
     * @param order the order of the index, so that the planner uses no other one
     * @param everywhere whether the index does not begin with the organization
     */
    public record Place(String matched, By by, String from, String condition, String order, boolean everywhere) {
        /** An id that is a column of the table. */
        public static Place id(String table, String column) {
            return id("id", table + " t", "t." + column + " = cast(:id AS uuid)");
        }

        /** An id that a condition compares with {@code :id}. */
        public static Place id(String matched, String from, String condition) {
            return new Place(matched, By.ID, from, condition, "id", false);
        }

        /** An id that a condition compares with {@code :id}, with an index that does not begin with the organization. */
        public static Place idEverywhere(String matched, String from, String condition) {
            return new Place(matched, By.ID, from, condition, "id", true);
        }

        /** A prefix search with a condition {@code BETWEEN :from AND :to}. */
        public static Place prefix(String matched, String from, String condition, String order) {
            return new Place(matched, By.TEXT, from, condition, order, false);
        }

        /** A prefix search for account numbers. */
        public static Place digits(String matched, String from, String condition, String order) {
            return new Place(matched, By.DIGITS, from, condition, order, false);
        }

        /** A {@link #prefix} search with an index that does not begin with the organization. */
        public static Place prefixEverywhere(String matched, String from, String condition, String order) {
            return new Place(matched, By.TEXT, from, condition, order, true);
        }

        /** The beginning of the merchant's notes, ignoring case. Its index has only rows with notes. */
        public static Place notes(String table) {
            return notes(table, "true");
        }

        /** The same, of rows with a condition. */
        public static Place notes(String table, String condition) {
            var notes = "lower(left(t.notes, 128))";
            return prefixEverywhere(
                    "notes",
                    table + " t",
                    condition + " AND t.notes IS NOT NULL AND " + notes + " ~>=~ lower(cast(:from AS text)) AND "
                            + notes + " ~<=~ lower(cast(:to AS text))",
                    notes + " USING ~<~");
        }

        /** A pay link, whose token a condition compares with {@code :token}, with an index that does not begin with the organization. */
        public static Place payLink(String from, String condition) {
            return new Place("pay_link", By.PAY_LINK, from, condition, "id", true);
        }

        /** The id of an attempt of the object. */
        public static Place attempt(String table) {
            return idEverywhere("attempt_id", attempts(table), "a.attempt_id = cast(:id AS uuid)");
        }

        /** A prefix search for the rail references of the object's attempts. */
        public static Place railReference(String table) {
            return prefixEverywhere(
                    "rail_reference",
                    attempts(table),
                    "a.rail_reference IS NOT NULL AND upper(a.rail_reference COLLATE \"C\")"
                            + " BETWEEN upper(cast(:from AS text) COLLATE \"C\") AND upper(cast(:to AS text) COLLATE \"C\")",
                    "upper(a.rail_reference COLLATE \"C\")");
        }

        private static String attempts(String table) {
            return "%1$s_attempt a JOIN %1$s t USING (organization_id, livemode, %1$s_id)".formatted(table);
        }
    }

    /** A search in a table of objects with an environment. */
    public SearchTable(String type, String id, String columns, List<Place> places) {
        this(type, id, "t.livemode", columns, places);
    }

    /** A search in a table of objects that belong to no environment and have no money. Its places must be everywhere. */
    public static SearchTable ofNoEnvironment(String type, String id, List<Place> places) {
        return new SearchTable(
                type,
                id,
                "null::boolean",
                "null AS status, null::bigint AS amount, null AS currency, null AS reference",
                places);
    }

    @Override
    public List<Hit> find(Session session, Text text) {
        var hits = new ArrayList<Hit>();
        for (var place : places) {
            switch (place.by()) {
                case ID -> {
                    if (text.id() != null) {
                        hits.addAll(list(place, session.sql(sql(place, text)).bind("id", text.id())));
                    }
                }
                case TEXT -> {
                    if (text.id() == null) {
                        hits.addAll(list(place, prefix(session, place, text, text.text())));
                    }
                }
                case PAY_LINK ->
                    Text.payToken(text.text())
                            .ifPresent(token -> hits.addAll(
                                    list(place, session.sql(sql(place, text)).bind("token", token))));
                case DIGITS ->
                    text.digits().ifPresent(digits -> hits.addAll(list(place, prefix(session, place, text, digits))));
            }
        }
        return hits;
    }

    private Session.Statement prefix(Session session, Place place, Text text, String prefix) {
        // The largest character ends the range of all texts with this prefix.
        return session.sql(sql(place, text))
                .bind("from", prefix)
                .bind("to", prefix + Character.toString(Character.MAX_CODE_POINT));
    }

    private List<Hit> list(Place place, Session.Statement statement) {
        return statement.bind("rows", HITS_MAX).list(row -> hit(place, row));
    }

    private String sql(Place place, Text text) {
        return place.everywhere() ? everywhere(place, text.livemode()) : byOrganization(place, text.livemode());
    }

    private String everywhere(Place place, @Nullable Boolean wanted) {
        return """
                SELECT o.name, found.*
                FROM (SELECT t.organization_id, %s AS livemode, t.%s AS id, %s FROM %s WHERE %s%s ORDER BY %s LIMIT :rows) found
                JOIN %s USING (organization_id) ORDER BY id DESC
                """.formatted(
                        livemode,
                        id,
                        columns,
                        place.from(),
                        place.condition(),
                        // Null for an object of no environment, which is found in both.
                        wanted == null ? "" : " AND (" + livemode + " = " + wanted + ") IS NOT FALSE",
                        place.order(),
                        Environments.ORGANIZATIONS);
    }

    private String byOrganization(Place place, @Nullable Boolean wanted) {
        return """
                SELECT o.organization_id, o.name, e.livemode, found.*
                FROM %s CROSS JOIN (VALUES %s) e (livemode) CROSS JOIN LATERAL (
                    SELECT t.%s AS id, %s FROM %s
                    WHERE t.organization_id = o.organization_id AND t.livemode = e.livemode AND %s ORDER BY %s LIMIT :rows) found
                ORDER BY id DESC LIMIT :rows
                """.formatted(
                        Environments.ORGANIZATIONS,
                        wanted == null ? "(false), (true)" : "(" + wanted + ")",
                        id,
                        columns,
                        place.from(),
                        place.condition(),
                        place.order());
    }

    private Hit hit(Place place, Row row) {
        var found = row.uuid("id");
        return new Hit(
                type,
                found,
                row.uuid("organization_id"),
                row.text("name"),
                row.flagOrNull("livemode"),
                row.textOrNull("status"),
                row.numberOrNull("amount"),
                row.textOrNull("currency"),
                Ids.madeAt(found),
                place.matched(),
                row.textOrNull("reference"));
    }
}
