package io.tical.server.settlement;

import io.tical.server.customer.CustomerSearch;
import io.tical.server.overview.Activity;
import io.tical.server.overview.ActivityTable;
import io.tical.server.overview.Queue;
import io.tical.server.overview.QueueTable;
import io.tical.server.overview.Search;
import io.tical.server.overview.SearchTable;
import io.tical.server.overview.SearchTable.Place;
import io.tical.server.rail.AttemptTable;
import java.util.List;

/** Settlements in the overview of operators. */
final class SettlementOverview {
    static final List<Queue> QUEUES = List.of(
            new QueueTable(
                    "settlements_in_review",
                    "settlement",
                    "settlement",
                    "settlement_id",
                    "status = 'processing' AND review_reason IS NOT NULL",
                    true),
            QueueTable.manual("settlements_manual", "settlement"));

    static final Search SEARCH = new SearchTable(
            "settlement",
            "settlement_id",
            "t.status, t.amount, t.currency, null AS reference",
            List.of(
                    Place.id("settlement", "settlement_id"),
                    Place.id(
                            "client_operation_id",
                            "settlement t",
                            "t.client_operation_id = cast(cast(:id AS uuid) AS text)"),
                    CustomerSearch.accountNo("settlement", "settlement_id"),
                    Place.attempt("settlement"),
                    Place.railReference("settlement")));

    static final List<Activity> ACTIVITIES =
            List.of(ActivityTable.ofAttempts("settlement_attempt", "settlement_id", AttemptTable.sent("t")));

    private SettlementOverview() {}
}
