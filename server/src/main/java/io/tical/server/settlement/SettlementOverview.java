package io.tical.server.settlement;

import io.tical.server.overview.Queue;
import io.tical.server.overview.QueueTable;
import io.tical.server.overview.Search;
import io.tical.server.overview.SearchTable;
import io.tical.server.overview.SearchTable.Place;
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
            new QueueTable("settlements_manual", "settlement", """
                    (SELECT s.organization_id, s.livemode, a.settlement_id, s.status, s.version
                     FROM settlement_attempt a JOIN settlement s USING (organization_id, livemode, settlement_id)
                     WHERE a.rail = 'manual' AND a.status = 'open')""", "settlement_id", "true", true));

    private static final String ATTEMPTS =
            "settlement_attempt a JOIN settlement t USING (organization_id, livemode, settlement_id)";

    static final Search SEARCH = new SearchTable(
            "settlement",
            "settlement_id",
            "t.status, t.amount, t.currency",
            List.of(
                    Place.id("settlement", "settlement_id"),
                    Place.id(
                            "client_operation_id",
                            "settlement t",
                            "t.client_operation_id = cast(cast(:id AS uuid) AS text)"),
                    Place.customerAccount("settlement", "settlement_id"),
                    Place.idEverywhere("attempt_id", ATTEMPTS, "a.attempt_id = cast(:id AS uuid)"),
                    Place.prefixEverywhere(
                            "rail_reference",
                            ATTEMPTS,
                            "a.rail_reference IS NOT NULL AND a.rail_reference BETWEEN :from AND :to",
                            "a.rail_reference")));

    private SettlementOverview() {}
}
