package io.tical.server.treasury;

import io.tical.server.overview.Queue;
import io.tical.server.overview.QueueTable;
import io.tical.server.overview.Search;
import io.tical.server.overview.SearchTable;
import io.tical.server.overview.SearchTable.Place;
import java.util.List;

/** Live accounts of organizations that await verification, in the overview of operators. */
final class OrganizationAccountOverview {
    static final Queue PENDING = new QueueTable(
            "organization_accounts_pending",
            OrganizationAccount.RESOURCE,
            // The same condition as in VerificationStatus.of, without removed accounts.
            """
            (SELECT *, CASE WHEN archived_at IS NOT NULL THEN 'removed' WHEN verified_at IS NOT NULL THEN 'verified'
                       WHEN verification_refused_at IS NOT NULL THEN 'refused' ELSE 'pending' END AS status
             FROM organization_account)""",
            "organization_account_id",
            "verified_at IS NULL AND verification_refused_at IS NULL AND archived_at IS NULL",
            false);

    static final Search SEARCH = new SearchTable(
            OrganizationAccount.RESOURCE,
            "organization_account_id",
            "null AS status, null::bigint AS amount, t.currency, null AS reference",
            List.of(
                    Place.id(
                            "id",
                            "organization_account t",
                            "t.organization_account_id = cast(:id AS uuid) AND t.archived_at IS NULL"),
                    Place.digits(
                            "account_no",
                            "organization_account t",
                            // These operators can use the index.
                            "t.account_no ~>=~ :from AND t.account_no ~<=~ :to AND t.archived_at IS NULL",
                            "t.account_no USING ~<~")));

    private OrganizationAccountOverview() {}
}
