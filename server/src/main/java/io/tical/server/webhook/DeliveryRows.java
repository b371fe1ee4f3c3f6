package io.tical.server.webhook;

import io.tical.server.transaction.EventType;
import io.tical.server.transaction.ListSql;
import io.tical.server.webhook.CallbackEndpoint.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The SQL that finds the deliveries of a page, newest first: {@code :reach} of each environment and scan of an index.
 *
 * <p>Each change of a delivery updates every index, so there are few indexes for searches. The index of results contains the event and the
 * result of the last attempt; a delivery is added to it when its first attempt ends. A filter by event, endpoint or result scans it once
 * for each possible combination. Deliveries without an attempt are found in the index of due deliveries, or in an index of their own.
 *
 * @param list of the filter
 */
record DeliveryRows(DeliveryFilter filter, boolean livemode, ListSql list) {
    private static final String DELIVERIES = "SELECT * FROM delivery d";

    static String of(DeliveryFilter filter, ListSql list) {
        var livemodes = filter.livemode() == null ? List.of(false, true) : List.of(filter.livemode());
        return livemodes.stream()
                .flatMap(livemode -> new DeliveryRows(filter, livemode, list).scans().stream())
                .map(scan -> "(" + scan + ")")
                .collect(Collectors.joining(" UNION ALL "));
    }

    private List<String> scans() {
        var byAnswer = filter.event() != null || filter.code() != null || filter.endpoint() != null;
        var byOthers = filter.transactionId() != null
                || filter.transactions() != null
                || filter.status() == Delivery.Status.PENDING;
        if (!byAnswer || byOthers) {
            return List.of(list.walk(DELIVERIES, owner()));
        }
        var scans = new ArrayList<String>();
        events().forEach(event -> scans.addAll(scans(event)));
        return scans;
    }

    private Stream<EventType> events() {
        return Stream.of(EventType.values())
                .filter(event -> filter.event() == null || filter.event() == event)
                .filter(event -> filter.endpoint() == null || filter.endpoint() == Kind.of(event.subject()));
    }

    private List<String> scans(EventType event) {
        var type = " AND type = '" + event.word() + "'";
        if (filter.code() != null) {
            return List.of(newest(type + " AND last_code IS NOT NULL"));
        }
        var scans = new ArrayList<String>();
        answers().forEach(answers -> scans.add(answered(type, answers)));
        scans.add(newest(type + " AND last_code IS NULL AND status = 'pending' AND endpoint = '"
                + Kind.of(event.subject()).word() + "'"));
        scans.add(newest(type + " AND last_code IS NULL AND status IN ('failed', 'suspended')"));
        return scans;
    }

    /** The newest deliveries of each result of an event, by an index skip scan over the results. */
    private String answered(String type, String answers) {
        var answer = "SELECT last_code FROM delivery d WHERE " + owner() + type + " AND " + answers;
        return """
            WITH RECURSIVE answer AS (
                (%1$s ORDER BY last_code LIMIT 1)
                UNION ALL
                SELECT (%1$s AND d.last_code > answer.last_code ORDER BY last_code LIMIT 1) FROM answer
                WHERE answer.last_code IS NOT NULL)
            SELECT of_answer.* FROM answer CROSS JOIN LATERAL (%2$s) of_answer WHERE answer.last_code IS NOT NULL
            """.formatted(answer, newest(type + " AND last_code = answer.last_code"));
    }

    /** The possible results of a status; only a delivered one has a 2xx status. */
    private List<String> answers() {
        if (filter.status() == null) {
            return List.of("last_code IS NOT NULL");
        }
        return filter.status() == Delivery.Status.DELIVERED
                ? List.of("last_code BETWEEN 200 AND 299")
                : List.of("last_code < 200", "last_code > 299");
    }

    /** Sorts like these indexes, which have nulls first, unlike the primary key, so that the planner does not scan the primary key. */
    private String newest(String more) {
        return list.nullsLast().walk(DELIVERIES, owner() + more);
    }

    private String owner() {
        return "organization_id = cast(:organization AS uuid) AND livemode = " + livemode;
    }
}
