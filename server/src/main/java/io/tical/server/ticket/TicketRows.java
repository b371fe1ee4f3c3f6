package io.tical.server.ticket;

import io.tical.common.Ids;
import io.tical.common.Word;
import io.tical.server.transaction.Environments;
import io.tical.server.transaction.Page;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
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
record TicketRows(Environments environments, TicketFilter filter, Page page) {
    private static final String KEY = "organization_id, livemode, issue_id";
    private static final String LAST = " NULLS LAST";
    private static final String REACH = " LIMIT :reach";

    String sql() {
        return "SELECT " + KEY + " FROM (" + found() + ") found ORDER BY issue_id DESC LIMIT :rows OFFSET :offset";
    }

    private String found() {
        if (filter.transactionId().isPresent() || !filter.text().isEmpty()) {
            return "SELECT DISTINCT p.*" + environments.each(lookedUp());
        }
        var kinds = filter.status().isPresent() || filter.type().isPresent();
        var ofAll = environments.organizationId().isEmpty();
        if (!kinds && ofAll && environments.livemode().isEmpty()) {
            return walk(List.of(), LAST);
        }
        var livemodes = environments.livemode().map(Stream::of).orElse(Stream.of(false, true));
        var each = "SELECT of_range.* FROM " + values("of_livemode", "livemode", livemodes.map(String::valueOf));
        var conditions = "livemode = of_livemode.livemode";
        if (!kinds && !ofAll) {
            return each + " CROSS JOIN LATERAL (" + walk(List.of(conditions), "") + ") of_range";
        }
        return each + " CROSS JOIN " + values("of_status", "status", words(filter.status(), TicketStatus.values()))
                + " CROSS JOIN " + values("of_type", "issue_type", words(filter.type(), TicketType.values()))
                + " CROSS JOIN LATERAL ("
                + walk(List.of(conditions, "status = of_status.status", "issue_type = of_type.issue_type"), LAST)
                + ") of_range";
    }

    private static <E extends Enum<E> & Word> Stream<String> words(Optional<E> one, E[] all) {
        return one.stream()
                .findFirst()
                .map(Stream::of)
                .orElse(Arrays.stream(all))
                .map(word -> "'" + word.word() + "'");
    }

    private static String values(String table, String column, Stream<String> literals) {
        return literals.collect(Collectors.joining("), (", "(VALUES (", ")) AS " + table + " (" + column + ")"));
    }

    private String walk(List<String> more, String nulls) {
        var conditions = new ArrayList<>(more);
        environments.organizationId().ifPresent(id -> conditions.add("organization_id = cast(:organization AS uuid)"));
        return newest(conditions, nulls);
    }

    /** The rows of one environment with the transaction or the text. */
    private String lookedUp() {
        var transaction = filter.transactionId().map(id -> "transaction_id = cast(:transaction AS uuid)").stream();
        var all = Stream.of(
                        transaction,
                        filter.status().map(one -> "status = '" + one.word() + "'").stream(),
                        filter.type().map(one -> "issue_type = '" + one.word() + "'").stream())
                .flatMap(one -> one)
                .collect(Collectors.joining(" AND "));
        return places().stream()
                .map(place -> Stream.of(Environments.ONE + "true", place, all)
                        .filter(one -> !one.isEmpty())
                        .toList())
                .map(conditions -> "(" + newest(conditions, "") + ")")
                // UNION would sort all rows of a part, although an index has the order.
                .collect(Collectors.joining(" UNION ALL "));
    }

    /** The conditions of the search text, one for each place; one empty condition without a text. */
    private List<String> places() {
        if (filter.text().isEmpty()) {
            return List.of("");
        }
        var places = new ArrayList<>(List.of("request_id LIKE :prefix"));
        if (Ids.withPrefix(filter.text()).isPresent()) {
            places.add("issue_id BETWEEN cast(:low AS uuid) AND cast(:high AS uuid)");
            places.add("transaction_id BETWEEN cast(:low AS uuid) AND cast(:high AS uuid)");
        }
        return places;
    }

    private String newest(List<String> conditions, String nulls) {
        var all = new ArrayList<>(conditions);
        if (page.before() != null) {
            all.add("issue_id < cast(:before AS uuid)");
        }
        return "SELECT " + KEY + " FROM issue" + (all.isEmpty() ? "" : " WHERE " + String.join(" AND ", all))
                + " ORDER BY issue_id DESC" + nulls + REACH;
    }
}
