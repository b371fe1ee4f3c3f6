package io.tical.server.interorg;

import static io.tical.server.member.Sheet.money;
import static io.tical.server.member.Sheet.text;
import static io.tical.server.member.Sheet.time;

import io.tical.server.http.SessionEndpoint;
import io.tical.server.member.Lists;
import io.tical.server.member.RowViews;
import io.tical.server.member.Sheet;
import io.tical.server.member.TransactionRoutes;
import io.tical.server.session.Member;
import java.util.List;

/** {@code /api/organization-transfers}: the organization's transfers to and from others, read-only. */
record OrganizationTransferDashboardRoutes(OrganizationTransfers transfers, Lists lists) {
    private static final Sheet SHEET = Sheet.of(
            text("id"),
            text("direction"),
            text("status"),
            text("merchant_ref_id"),
            text("counterparty_name"),
            text("counterparty_code"),
            text("currency_code"),
            money("amount", "currency_code"),
            text("notes"),
            time("created_at"),
            text("livemode"));

    List<SessionEndpoint<Member>> endpoints() {
        return new TransactionRoutes<>(
                        "organization-transfers",
                        lists,
                        transfers.reads(),
                        List.of(
                                "direction",
                                "currency",
                                "merchant_ref_id",
                                "q",
                                "from",
                                "to",
                                "amount_min",
                                "amount_max",
                                "account"),
                        OrganizationTransfers::filter,
                        RowViews.each(OrganizationTransferView::of),
                        (member, side) -> OrganizationTransferView.of(side),
                        transfers::timeline,
                        SHEET)
                .endpoints();
    }
}
