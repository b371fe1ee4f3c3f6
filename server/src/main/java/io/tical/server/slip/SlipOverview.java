package io.tical.server.slip;

import io.tical.server.overview.Activity;
import io.tical.server.overview.ActivityTable;
import io.tical.server.overview.Queue;
import io.tical.server.overview.QueueTable;
import io.tical.server.overview.Search;
import io.tical.server.overview.SearchTable;
import io.tical.server.overview.SearchTable.Place;
import java.util.List;

/** Slips in the overview of operators. */
final class SlipOverview {
    /** The same slips as in the list of pending ones. */
    static final Queue PENDING = new QueueTable(
            "slips_pending", "slip", "slip", "slip_id", "status = 'pending' AND stage <> 'checking'", true);

    static final Search SEARCH = new SearchTable(
            "slip",
            "slip_id",
            "t.status, t.amount, t.currency, t.merchant_ref AS reference",
            List.of(
                    Place.id("slip", "slip_id"),
                    Place.prefixEverywhere(
                            "reference",
                            "slip t",
                            "t.reference IS NOT NULL AND t.reference BETWEEN :from AND :to",
                            "t.reference")));

    /** The last answer of the verification service to each slip. */
    static final List<Activity> ACTIVITIES = List.of(new ActivityTable(
            "slip_verification",
            "slip",
            "slip_id",
            "t.verdict ->> 'verifier'",
            "t.verdict ->> 'outcome'",
            null,
            "t.verdict ->> 'verifier' IS NOT NULL"));

    private SlipOverview() {}
}
