package io.tical.server.transaction;

import io.tical.common.Ids;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The SQL that finds the rows of a page, newest first.
 *
 * <p>A filter by status scans the index of status and id. A filter by currency or channel scans the index of currency, channel, status
 * and id once for each combination. Those indexes sort nulls first, unlike the primary key, so {@code NULLS LAST} keeps the planner from
 * scanning the primary key for rows that may not exist. A range of ids, which is a range of time, narrows each of these scans.
 *
 * <p>A range of amounts is looked up in the index of amounts if it has few rows; otherwise the index of currencies is scanned, which also
 * has the amounts: then the scan soon has the rows of a page.
 *
 * <p>A search text is compared with the beginning of the columns of the list, and an account number with the beginning of the counterparties' account
 * numbers. Each of these lookups is limited to the rows that the page needs. {@link PartSearch} searches for a text in any part.
 *
 * @param limit the maximum number of rows
 * @param few whether the range of amounts has few rows
 */
record ListedRows(TransactionList list, Scope scope, ListFilter filter, Page page, int limit, boolean few) {
    /** The maximum number of rows of a range of amounts that are sorted for each page. */
    private static final int FEW_MAX = 20_000;

    private static final String OF_ACCOUNT = "p.account_id = c.account_id";
    private static final Pattern WORD = Pattern.compile("[A-Za-z_]{1,32}");

    /** The organization and environment whose rows are selected, as SQL expressions. */
    record Scope(String organization, String livemode) {}

    String sql() {
        if (!filter.text().isEmpty()) {
            return ofIds(search());
        }
        if (filter.reference() != null) {
            return walk("p.*", allConditions(List.of())) + limited();
        }
        if (!filter.narrowing().account().isEmpty()) {
            return ofIds(ofAccounts("c.account_no LIKE :account", conditions(List.of(OF_ACCOUNT))));
        }
        if (filter.currencies().isEmpty()) {
            return walk("p.*", conditions(List.of())) + limited();
        }
        return ofIds(few ? ofFewAmounts() : ofIndexRanges());
    }

    /** Whether the range of amounts has few rows. */
    String fewSql() {
        return String.format(
                Locale.ROOT, """
            SELECT count(*) <= %1$d AS few FROM (
                SELECT 1 FROM %2$s CROSS JOIN LATERAL (
                    SELECT 1 FROM %3$s p WHERE %4$s ORDER BY p.amount LIMIT %1$d + 1) of_range
                LIMIT %1$d + 1) found
            """, FEW_MAX, indexRanges(), list.table(), inIndexRange(List.of(owner(), amounts())));
    }

    /** The rows whose reference or id is the text, and those that have it elsewhere. */
    String ofWhole() {
        return "SELECT p.* FROM " + list.table() + " p WHERE "
                + allConditions(List.of(AnyPart.whole(id(), list.reference())));
    }

    /** The other rows with the text in any part, among the next ones that a search examines. */
    String ofStep(AnyPart part, AnyPart.Places places, int examined) {
        var matching = allConditions(List.of(AnyPart.notWhole(id(), list.reference()), part.condition(id(), places)));
        var next = next(examined);
        return "SELECT p.* FROM (" + next.walked("p.*") + ") p WHERE " + matching + next.order() + limited();
    }

    /** The id of the last row that the same step examines, if it examines so many. */
    String lastOfStep(int examined) {
        return "SELECT " + id() + " AS id FROM (" + next(examined).walked("p." + id()) + ") p OFFSET " + (examined - 1);
    }

    /** The next rows, without the filters that have no index in the order of ids, because those could skip any number of rows. */
    private ListedRows next(int rows) {
        var status = list.status().equals("status") ? filter.status() : null;
        var indexed = new ListFilter(status, null, null, "", filter.narrowing().periodOnly());
        return new ListedRows(list, scope, indexed, page, rows, false);
    }

    private String walked(String columns) {
        return walk(columns, conditions(List.of())) + limited();
    }

    private String id() {
        return list.id();
    }

    private static String word(String known) {
        if (!WORD.matcher(known).matches()) {
            throw new IllegalArgumentException("not a status, currency or channel: " + known);
        }
        return known;
    }

    private String limited() {
        return " LIMIT " + limit + (page.offset() == 0 ? "" : " OFFSET :offset");
    }

    private String order() {
        var filtered = filter.status() != null || !filter.currencies().isEmpty() || filter.reference() != null;
        return " ORDER BY p." + id() + (filtered ? " DESC NULLS LAST" : " DESC");
    }

    private String walk(String columns, String conditions) {
        return "SELECT " + columns + " FROM " + list.table() + " p WHERE " + conditions + order();
    }

    private String conditions(List<String> more) {
        var conditions = new ArrayList<>(more);
        conditions.addAll(list.restrictions());
        conditions.add(owner());
        conditions.addAll(period());
        if (filter.status() != null) {
            // A literal and not a parameter, so that the planner knows how rare the status is.
            conditions.add("p." + list.status() + " = '" + word(filter.status()) + "'");
        }
        if (!filter.currencies().isEmpty()) {
            conditions.add("p.currency IN (" + literals("'%s'", filter.currencies()) + ")");
        }
        if (filter.narrowing().channel() != null) {
            conditions.add("p.channel = '" + word(filter.narrowing().channel()) + "'");
        }
        if (filter.reference() != null) {
            conditions.add("p." + list.reference() + " = :reference");
        }
        if (filter.narrowing().amounts() != null) {
            conditions.add(amounts());
        }
        return String.join(" AND ", conditions);
    }

    /** All conditions, with the account number, which no index of transactions contains. */
    private String allConditions(List<String> more) {
        var conditions = conditions(more);
        return filter.narrowing().account().isEmpty() ? conditions : conditions + " AND p.account_no LIKE :account";
    }

    private String owner() {
        return "p.organization_id = " + scope.organization + " AND p.livemode = " + scope.livemode;
    }

    /** The range of time, and the rows after the cursor. */
    private List<String> period() {
        var conditions = new ArrayList<String>();
        if (filter.narrowing().from() != null) {
            conditions.add("p." + id() + " >= cast(:from AS uuid)");
        }
        if (filter.narrowing().until() != null) {
            conditions.add("p." + id() + " < cast(:until AS uuid)");
        }
        if (page.before() != null) {
            conditions.add("p." + id() + " < cast(:before AS uuid)");
        }
        return conditions;
    }

    private static String amounts() {
        return "p.amount BETWEEN cast(:amount_min AS bigint) AND cast(:amount_max AS bigint)";
    }

    /**
     * The combinations of currency, channel and status that the filter allows. The rows of one combination are one range of an
     * index.
     */
    private String indexRanges() {
        var status = filter.status();
        var channel = filter.narrowing().channel();
        var of = new ArrayList<String>();
        of.add(values("of_currency", "currency", filter.currencies()));
        of.add(values("of_status", "status", status == null ? list.statuses() : List.of(status)));
        if (!list.channels().isEmpty()) {
            of.add(values("of_channel", "channel", channel == null ? list.channels() : List.of(channel)));
        }
        return String.join(" CROSS JOIN ", of);
    }

    private static String values(String table, String column, List<String> words) {
        return "(VALUES " + literals("('%s')", words) + ") AS " + table + " (" + column + ")";
    }

    private static String literals(String form, List<String> words) {
        return words.stream().map(one -> form.formatted(word(one))).collect(Collectors.joining(", "));
    }

    /** The condition on the rows of one index range. */
    private String inIndexRange(List<String> more) {
        var conditions = new ArrayList<>(more);
        conditions.addAll(list.restrictions());
        conditions.add("p.currency = of_currency.currency AND p." + list.status() + " = of_status.status");
        if (!list.channels().isEmpty()) {
            conditions.add("p.channel = of_channel.channel");
        }
        return String.join(" AND ", conditions);
    }

    /** The rows of each index range that the page needs. */
    private String ofIndexRanges() {
        return "SELECT of_range." + id() + " FROM " + indexRanges() + " CROSS JOIN LATERAL ("
                + walk("p." + id(), inIndexRange(shown())) + " LIMIT " + (page.offset() == 0 ? limit : ":reach")
                + ") of_range";
    }

    /** The conditions on the rows of each index range. */
    private List<String> shown() {
        var conditions = period();
        conditions.add(owner());
        if (filter.narrowing().amounts() != null) {
            conditions.add(amounts());
        }
        return conditions;
    }

    private String ofFewAmounts() {
        return String.format(Locale.ROOT, """
            SELECT of_range.%1$s FROM %2$s CROSS JOIN LATERAL (
                SELECT p.%1$s FROM %3$s p WHERE %4$s ORDER BY p.amount LIMIT %5$d + 1) of_range
            """, id(), indexRanges(), list.table(), inIndexRange(shown()), FEW_MAX);
    }

    private String search() {
        var places = new ArrayList<String>();
        places.add(place(allConditions(List.of("p." + list.reference() + " LIKE :prefix"))));
        if (Ids.withPrefix(filter.text()).isPresent()) {
            places.add(place(
                    allConditions(List.of("p." + id() + " BETWEEN cast(:id_from AS uuid) AND cast(:id_to AS uuid)"))));
        }
        list.accounts()
                .conditions()
                .forEach(account -> places.add(ofAccounts(account, allConditions(List.of(OF_ACCOUNT)))));
        return places.stream().map(place -> "(" + place + ")").collect(Collectors.joining(" UNION "));
    }

    /** The ids of the transactions with accounts of a condition. */
    private String ofAccounts(String condition, String conditions) {
        return """
            SELECT of_account.%1$s FROM %6$s c CROSS JOIN LATERAL (%2$s) of_account
            WHERE c.organization_id = %3$s AND c.livemode = %4$s AND %5$s
            """.formatted(
                        id(),
                        place(conditions),
                        scope.organization,
                        scope.livemode,
                        condition,
                        list.accounts().table());
    }

    private String place(String conditions) {
        return "SELECT p." + id() + " FROM " + list.table() + " p WHERE " + conditions + " ORDER BY p." + id()
                + " DESC LIMIT :reach";
    }

    /** The rows with these ids. */
    private String ofIds(String found) {
        return String.format(Locale.ROOT, """
            SELECT p.* FROM (SELECT %1$s FROM (%2$s) found ORDER BY %1$s DESC LIMIT %3$d OFFSET :offset) page
            CROSS JOIN LATERAL (
                SELECT * FROM %4$s
                WHERE organization_id = %5$s AND livemode = %6$s AND %1$s = page.%1$s
                OFFSET 0) p
            """, id(), found, limit, list.table(), scope.organization, scope.livemode);
    }
}
