package io.tical.server.payout;

import io.tical.server.overview.Queue;
import io.tical.server.overview.QueueTable;
import io.tical.server.overview.Search;
import io.tical.server.overview.SearchTable;
import io.tical.server.overview.SearchTable.Place;
import java.util.List;

/** Payouts in the overview of operators. */
final class PayoutOverview {
    static final List<Queue> QUEUES = List.of(
            new QueueTable(
                    "payouts_pending_review", "payout", "payout", "payout_id", "status = 'pending_review'", true),
            new QueueTable("payouts_in_review", "payout", "payout", "payout_id", "status = 'in_review'", true),
            // Each leg is one.
            new QueueTable("payouts_manual", "payout", """
                    (SELECT p.organization_id, p.livemode, a.payout_id, p.status, p.version
                     FROM payout_attempt a JOIN payout p USING (organization_id, livemode, payout_id)
                     WHERE a.rail = 'manual' AND a.status = 'open')""", "payout_id", "true", true));

    private static final String ATTEMPTS =
            "payout_attempt a JOIN payout t USING (organization_id, livemode, payout_id)";

    static final Search SEARCH = new SearchTable(
            "payout",
            "payout_id",
            "t.status, t.amount, t.currency",
            List.of(
                    Place.id("payout", "payout_id"),
                    Place.prefix("merchant_ref", "payout t", "t.merchant_ref BETWEEN :from AND :to", "t.merchant_ref"),
                    Place.customerAccount("payout", "payout_id"),
                    Place.idEverywhere("attempt_id", ATTEMPTS, "a.attempt_id = cast(:id AS uuid)"),
                    Place.prefixEverywhere(
                            "rail_reference",
                            ATTEMPTS,
                            "a.rail_reference IS NOT NULL AND a.rail_reference BETWEEN :from AND :to",
                            "a.rail_reference")));

    private PayoutOverview() {}
}
