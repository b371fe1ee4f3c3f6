package io.tical.server.interorg;

import io.tical.server.overview.Search;
import io.tical.server.overview.SearchTable;
import io.tical.server.overview.SearchTable.Place;
import java.util.List;

/** Transfers between organizations in the overview of operators, each once, as the outgoing side. */
final class OrganizationTransferOverview {
    static final Search SEARCH = new SearchTable(
            OrganizationTransfer.RESOURCE,
            "organization_transfer_id",
            "'" + OrganizationTransfer.STATUS + "' AS status, t.amount, t.currency, t.merchant_ref AS reference",
            List.of(
                    Place.id(
                            "id",
                            "organization_transfer t",
                            "t.organization_transfer_id = cast(:id AS uuid) AND t.direction = 'outgoing'"),
                    Place.prefix(
                            "merchant_ref",
                            "organization_transfer t",
                            // The condition of the index.
                            "t.merchant_ref IS NOT NULL AND t.merchant_ref BETWEEN :from AND :to",
                            "t.merchant_ref"),
                    Place.notes("organization_transfer", "t.direction = 'outgoing'")));

    private OrganizationTransferOverview() {}
}
