package io.tical.server.payout;

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

/** Payouts in the overview of operators. */
final class PayoutOverview {
    static final List<Queue> QUEUES = List.of(
            new QueueTable(
                    "payouts_pending_review", "payout", "payout", "payout_id", "status = 'pending_review'", true),
            new QueueTable("payouts_in_review", "payout", "payout", "payout_id", "status = 'in_review'", true),
            // Each leg is one.
            QueueTable.manual("payouts_manual", "payout"));

    static final Search SEARCH = new SearchTable(
            "payout",
            "payout_id",
            "t.status, t.amount, t.currency, t.merchant_ref AS reference",
            List.of(
                    Place.id("payout", "payout_id"),
                    Place.prefix("merchant_ref", "payout t", "t.merchant_ref BETWEEN :from AND :to", "t.merchant_ref"),
                    Place.notes("payout"),
                    CustomerSearch.accountNo("payout", "payout_id"),
                    Place.attempt("payout"),
                    Place.railReference("payout")));

    static final List<Activity> ACTIVITIES = List.of(
            new ActivityTable(
                    "payout", "payout", "payout_id", "t.currency", ActivityTable.OF_TRANSACTION, "t.amount", "true"),
            ActivityTable.ofAttempts("payout_attempt", "payout_id", AttemptTable.sent("t")));

    private PayoutOverview() {}
}
