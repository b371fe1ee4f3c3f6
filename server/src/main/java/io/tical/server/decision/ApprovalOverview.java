package io.tical.server.decision;

import io.tical.server.overview.Queue;
import io.tical.server.overview.QueueTable;
import io.tical.server.overview.Search;
import io.tical.server.overview.SearchTable;
import io.tical.server.overview.SearchTable.Place;
import java.util.List;

/** Decisions that need a second person in the overview of operators. */
final class ApprovalOverview {
    static final Queue PENDING =
            new QueueTable("approvals_pending", "approval", "approval", "approval_id", "status = 'pending'", false);

    static final Search SEARCH = new SearchTable(
            "approval",
            "approval_id",
            "t.status, t.amount, t.currency, null AS reference",
            List.of(
                    Place.id("approval", "approval_id"),
                    Place.id("object_id", "approval t", "t.object_id = cast(:id AS uuid)")));

    private ApprovalOverview() {}
}
