package io.tical.server.transaction;

import io.tical.common.Ids;
import io.tical.db.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Lists of the transactions of one table, newest first, each in one statement. The id contains the creation time, so
 * every list scans an index in id order, and a deep page costs the same as the first one.
 *
 * <p>A filter by status scans the index of status and id; a filter by currency scans the index of currency, status and
 * id once for each status. Those indexes sort nulls first, unlike the primary key, so {@code NULLS LAST} keeps the
 * planner from scanning the primary key for rows that may not exist. A search text searches three columns, each limited
 * to the rows that the page needs.
 *
 * @param table a table of transactions
 * @param id the id column
 * @param reference the column of the merchant's reference
 * @param statuses all values of the status column
 * @param restrictions conditions of all rows, on the table {@code p} in SQL
 */
public record TransactionList(
        String table, String id, String reference, List<String> statuses, List<String> restrictions) {
    /** The limits in the SQL texts; a smaller page ignores the remaining rows. */
    private static final int ROWS_FEW = 21;

    private static final int ROWS_MANY = 101;

    public TransactionList(String table, String id, String reference, List<String> statuses) {
        this(table, id, reference, statuses, List.of());
    }

    /** A list of transactions with a {@code merchant_ref}. */
    public TransactionList(String table, String id, List<String> statuses) {
        this(table, id, "merchant_ref", statuses);
    }

    /** Those that also fulfil a condition on the table {@code p}, whose parameters the caller binds. */
    public TransactionList where(String condition) {
        return new TransactionList(
                table,
                id,
                reference,
                statuses,
                Stream.concat(restrictions.stream(), Stream.of(condition)).toList());
    }

    /** Whose rows a statement selects: SQL expressions. */
    private record Scope(String organization, String livemode) {}

    private static final Scope ONE = new Scope("cast(:organization AS uuid)", ":livemode");
    private static final Scope EACH = new Scope("o.organization_id", "e.livemode");

    private static final Pattern WORD = Pattern.compile("[A-Za-z_]{1,32}");

    /**
     * The statement of a page. Its result has at least one row more than the page's limit when that many rows exist.
     *
     * @param select the statement, with {@code %s} for the table expression of the page's rows
     */
    public Session.Statement page(
            Session session, UUID organizationId, boolean livemode, ListFilter filter, Page page, String select) {
        // The limit is a literal, so that the cached plan is for one page and not for a tenth of the table.
        var limit = page.limit() < ROWS_FEW ? ROWS_FEW : ROWS_MANY;
        var reach = limit + page.offset();
        var statement = bind(
                session.sql(select.formatted("(" + rows(ONE, filter, page, limit) + ")"))
                        .bind("organization", organizationId)
                        .bind("livemode", livemode),
                filter,
                page,
                reach);
        // The best plan of a search or an offset depends on its value.
        return page.offset() == 0 && filter.text().isEmpty() ? statement : statement.withCustomPlan();
    }

    /** The statement of a page of several environments; at most one row more than the page's limit. */
    public Session.Statement page(Session session, Environments environments, ListFilter filter, Page page) {
        var reach = page.limit() + 1 + page.offset();
        var first = new Page(reach, 0, page.before());
        var sql = "SELECT p.*" + environments.each(rows(EACH, filter, first, reach)) + " ORDER BY p." + id
                + " DESC LIMIT :rows OFFSET :skipped";
        return bind(environments.bind(session.sql(sql)), filter, first, reach)
                .bind("rows", page.limit() + 1)
                .bind("skipped", page.offset())
                .withCustomPlan();
    }

    /** The statement of the row with this id, whosever it is. */
    public Session.Statement find(Session session, UUID ofRow) {
        // An offset keeps the planner from reading the whole table instead of an index in each environment.
        var ofOne = "SELECT * FROM " + table + " WHERE" + Environments.ONE + id + " = cast(:row AS uuid) OFFSET 0";
        return session.sql("SELECT p.*" + Environments.ALL.each(ofOne)).bind("row", ofRow);
    }

    private static Session.Statement bind(Session.Statement statement, ListFilter filter, Page page, int reach) {
        statement
                .bind("reference", filter.reference())
                .bind("before", page.before())
                .bind("offset", page.offset())
                .bind("reach", reach)
                .bind("prefix", prefix(filter.text()))
                .bind("holder", prefix(filter.text().toLowerCase(Locale.ROOT)));
        Ids.withPrefix(filter.text())
                .ifPresent(range -> statement.bind("id_from", range.from()).bind("id_to", range.to()));
        return statement;
    }

    private String rows(Scope scope, ListFilter filter, Page page, int limit) {
        return filter.text().isEmpty() ? filtered(scope, filter, page, limit) : search(scope, filter, page, limit);
    }

    private static String word(String known) {
        if (!WORD.matcher(known).matches()) {
            throw new IllegalArgumentException("not a status or currency: " + known);
        }
        return known;
    }

    private String filtered(Scope scope, ListFilter filter, Page page, int limit) {
        if (filter.currency() == null || filter.status() != null || filter.reference() != null) {
            return walk(scope, filter, page) + limited(page, limit);
        }
        var walks = statuses.stream()
                .map(status -> "(" + walk(scope, filter.withStatus(status), page) + " LIMIT "
                        + (page.offset() == 0 ? limit : ":reach") + ")")
                .collect(Collectors.joining(" UNION ALL "));
        return "SELECT p.* FROM (" + walks + ") p" + order(filter) + limited(page, limit);
    }

    private static String limited(Page page, int limit) {
        return " LIMIT " + limit + (page.offset() == 0 ? "" : " OFFSET :offset");
    }

    private String walk(Scope scope, ListFilter filter, Page page) {
        return "SELECT p.* FROM " + table + " p WHERE " + conditions(scope, filter, page, List.of()) + order(filter);
    }

    private String conditions(Scope scope, ListFilter filter, Page page, List<String> more) {
        var conditions = new ArrayList<>(more);
        conditions.addAll(restrictions);
        conditions.add("p.organization_id = " + scope.organization + " AND p.livemode = " + scope.livemode);
        if (filter.status() != null) {
            // A literal and not a parameter, so that the planner knows how rare the status is.
            conditions.add("p.status = '" + word(filter.status()) + "'");
        }
        if (filter.currency() != null) {
            conditions.add("p.currency = '" + word(filter.currency()) + "'");
        }
        if (filter.reference() != null) {
            conditions.add("p." + reference + " = :reference");
        }
        if (page.before() != null) {
            conditions.add("p." + id + " < cast(:before AS uuid)");
        }
        return String.join(" AND ", conditions);
    }

    private String order(ListFilter filter) {
        var filtered = filter.status() != null || filter.currency() != null || filter.reference() != null;
        return " ORDER BY p." + id + (filtered ? " DESC NULLS LAST" : " DESC");
    }

    private String search(Scope scope, ListFilter filter, Page page, int limit) {
        var places = new ArrayList<String>();
        places.add(place(scope, filter, page, "p." + reference + " LIKE :prefix"));
        if (Ids.withPrefix(filter.text()).isPresent()) {
            places.add(
                    place(scope, filter, page, "p." + id + " BETWEEN cast(:id_from AS uuid) AND cast(:id_to AS uuid)"));
        }
        places.add("""
                SELECT of_account.%1$s FROM customer_account c CROSS JOIN LATERAL (%2$s) of_account
                WHERE c.organization_id = %3$s AND c.livemode = %4$s
                  AND lower(c.holder_name) COLLATE "C" LIKE :holder
                """.formatted(
                id, place(scope, filter, page, "p.account_id = c.account_id"), scope.organization, scope.livemode));
        var found = places.stream().map(place -> "(" + place + ")").collect(Collectors.joining(" UNION "));
        return """
                SELECT p.* FROM (SELECT %1$s FROM (%2$s) found ORDER BY %1$s DESC LIMIT %3$d OFFSET :offset) page
                CROSS JOIN LATERAL (
                    SELECT * FROM %4$s
                    WHERE organization_id = %5$s AND livemode = %6$s AND %1$s = page.%1$s
                    OFFSET 0) p
                """.formatted(id, found, limit, table, scope.organization, scope.livemode);
    }

    private String place(Scope scope, ListFilter filter, Page page, String condition) {
        return "SELECT p." + id + " FROM " + table + " p WHERE " + conditions(scope, filter, page, List.of(condition))
                + " ORDER BY p." + id + " DESC LIMIT :reach";
    }

    /** The pattern of texts with this prefix, for {@code LIKE}. */
    public static String prefix(String text) {
        return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%";
    }
}
