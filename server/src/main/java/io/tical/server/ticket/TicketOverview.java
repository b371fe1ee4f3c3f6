package io.tical.server.ticket;

import io.tical.server.overview.Queue;
import io.tical.server.overview.QueueTable;
import io.tical.server.overview.Search;
import io.tical.server.overview.SearchTable;
import io.tical.server.overview.SearchTable.Place;
import java.util.List;

/** Tickets in the overview of operators. */
final class TicketOverview {
    static final Queue PENDING = new QueueTable(
            "issues_pending", Ticket.RESOURCE, "issue", "issue_id", "status IN ('open', 'claimed')", true);

    static final Search SEARCH = new SearchTable(
            Ticket.RESOURCE,
            "issue_id",
            "t.status, null::bigint AS amount, null AS currency, null AS reference",
            List.of(
                    Place.id("issue", "issue_id"),
                    Place.id("transaction_id", "issue t", "t.transaction_id = cast(:id AS uuid)"),
                    // A request id may be a UUID; the service makes them in lower case.
                    Place.id("request_id", "issue t", "t.request_id = cast(cast(:id AS uuid) AS text)"),
                    Place.prefix("request_id", "issue t", "t.request_id BETWEEN :from AND :to", "t.request_id")));

    private TicketOverview() {}
}
