package io.tical.server.ticket;

import io.tical.common.Word;
import io.tical.server.transaction.Environments;
import io.tical.server.transaction.ListSql;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The SQL that finds the keys of a page of tickets, newest first.
 *
 * <p>A merchant's list scans the primary key. The list of all organizations scans the index of ids. A filter by status or type scans the
 * index of environment, status, type and id once for each combination. Those indexes sort nulls first, unlike the primary key, so {@code
 * NULLS LAST} keeps the planner from scanning the primary key for rows that may not exist. A transaction or a search text is looked up in
 * each environment.
 */
record TicketRows(Environments environments, TicketFilter filter, ListSql list) {
    private static final String KEY = "organization_id, livemode, issue_id";
    private static final String KEYS = "SELECT " + KEY + " FROM issue";

    String sql() {
        return "SELECT " + KEY + " FROM (" + found() + ") found ORDER BY issue_id DESC LIMIT :rows OFFSET :offset";
    }

    private String found() {
        if (filter.transactionId() != null || !filter.text().isEmpty()) {
            return "SELECT DISTINCT p.*" + environments.each(lookedUp());
        }
        var kinds = !filter.statuses().isEmpty() || filter.type() != null;
        var ofAll = environments.organizationId() == null;
        if (!kinds && ofAll && environments.livemode() == null) {
            return walk(list.nullsLast());
        }
        var livemodes = environments.livemode() == null ? Stream.of(false, true) : Stream.of(environments.livemode());
        var each = "SELECT of_range.* FROM " + values("of_livemode", "livemode", livemodes.map(String::valueOf));
        var conditions = "livemode = of_livemode.livemode";
        if (!kinds && !ofAll) {
            return each + " CROSS JOIN LATERAL (" + walk(list, conditions) + ") of_range";
        }
        return each + " CROSS JOIN " + values("of_status", "status", words(statuses(), TicketStatus.values()))
                + " CROSS JOIN " + values("of_type", "issue_type", words(types(), TicketType.values()))
                + " CROSS JOIN LATERAL ("
                + walk(list.nullsLast(), conditions, "status = of_status.status", "issue_type = of_type.issue_type")
                + ") of_range";
    }

    private List<TicketStatus> statuses() {
        return filter.statuses();
    }

    private List<TicketType> types() {
        return filter.type() == null ? List.of() : List.of(filter.type());
    }

    private static <E extends Enum<E> & Word> Stream<String> words(List<E> some, E[] all) {
        return (some.isEmpty() ? Arrays.stream(all) : some.stream()).map(word -> "'" + word.word() + "'");
    }

    private static String values(String table, String column, Stream<String> literals) {
        return literals.collect(Collectors.joining("), (", "(VALUES (", ")) AS " + table + " (" + column + ")"));
    }

    private String walk(ListSql sorted, String... more) {
        return sorted.walk(
                KEYS,
                Stream.concat(
                                Stream.of(more),
                                Stream.ofNullable(environments.organizationId())
                                        .map(id -> "organization_id = cast(:organization AS uuid)"))
                        .toArray(String[]::new));
    }

    /** The rows of one environment with the transaction or the text. */
    private String lookedUp() {
        var conditions = new ArrayList<String>();
        if (filter.transactionId() != null) {
            conditions.add("transaction_id = cast(:transaction AS uuid)");
        }
        if (!filter.statuses().isEmpty()) {
            conditions.add(
                    "status IN (" + words(statuses(), TicketStatus.values()).collect(Collectors.joining(", ")) + ")");
        }
        if (filter.type() != null) {
            conditions.add("issue_type = '" + filter.type().word() + "'");
        }
        return places().stream()
                .map(place -> Stream.concat(Stream.of(Environments.ONE + place), conditions.stream()))
                .map(all -> "(" + list.walk(KEYS, all.toArray(String[]::new)) + ")")
                // UNION would sort all rows of a part, although an index has the order.
                .collect(Collectors.joining(" UNION ALL "));
    }

    /** The conditions of the search text, one for each place. */
    private List<String> places() {
        return filter.text().isEmpty()
                ? List.of("true")
                : ListSql.places(
                        filter.text(), List.of("request_id LIKE :prefix"), List.of("issue_id", "transaction_id"));
    }
}
