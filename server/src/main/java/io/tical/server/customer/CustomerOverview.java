package io.tical.server.customer;

import io.tical.server.overview.Queue;
import io.tical.server.overview.QueueTable;
import io.tical.server.overview.Search;
import io.tical.server.overview.SearchTable;
import io.tical.server.overview.SearchTable.Place;
import java.util.List;

/** Accounts of customers that await verification, in the overview of operators. */
final class CustomerOverview {
    static final Queue PENDING = new QueueTable(
            "customers_pending",
            "customer",
            // The same condition as in VerificationStatus.of.
            """
            (SELECT *, CASE WHEN verified_at IS NOT NULL THEN 'verified' WHEN verification_refused_at IS NOT NULL THEN 'refused'
                       ELSE 'pending' END AS status
             FROM customer_account)""",
            "account_id",
            "verification_requested_at IS NOT NULL AND verified_at IS NULL AND verification_refused_at IS NULL",
            "verification_requested_at",
            false);

    static final Search SEARCH = new SearchTable(
            "customer_account",
            "account_id",
            "null AS status, null::bigint AS amount, t.currency, null AS reference",
            List.of(
                    Place.id("customer_account", "account_id"),
                    Place.id("customer_id", "customer_account t", "t.customer_id = cast(:id AS uuid)"),
                    Place.digits(
                            "account_no",
                            "customer_account t",
                            // These operators can use the index.
                            "t.account_no ~>=~ :from AND t.account_no ~<=~ :to",
                            "t.account_no USING ~<~")));

    private CustomerOverview() {}
}
