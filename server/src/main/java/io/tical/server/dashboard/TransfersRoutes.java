package io.tical.server.dashboard;

import static io.tical.server.dashboard.Sheet.money;
import static io.tical.server.dashboard.Sheet.text;
import static io.tical.server.dashboard.Sheet.time;

import io.tical.server.dashboard.Listing.Selected;
import io.tical.server.http.Answer;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.interorg.OrganizationTransfer;
import io.tical.server.interorg.OrganizationTransferView;
import io.tical.server.interorg.OrganizationTransfers;
import io.tical.server.session.Member;
import java.util.List;
import java.util.stream.Stream;

/** {@code /api/organization-transfers}: the organization's transfers to and from others, read-only. */
record TransfersRoutes(OrganizationTransfers transfers, Lists lists) {
    private static final String NAME = "organization-transfers";
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
            time("created_at"));

    List<SessionEndpoint<Member>> endpoints() {
        var listing = new Listing<>(
                lists,
                NAME,
                Member::mayRead,
                this::selected,
                side -> side.key().id(),
                OrganizationTransferView::of,
                SHEET);
        return Stream.concat(
                        listing.endpoints().stream(),
                        Stream.of(
                                SessionEndpoint.get(
                                        "/api/" + NAME + "/{id}",
                                        Member::mayRead,
                                        call -> Answer.ok(OrganizationTransferView.of(side(call)))),
                                SessionEndpoint.get(
                                        "/api/" + NAME + "/{id}/timeline",
                                        Member::mayRead,
                                        call -> Answer.ok(transfers.timeline(side(call))))))
                .toList();
    }

    private Selected<OrganizationTransfer> selected(SessionCall<Member> call) {
        var organizationId = call.person().organizationId();
        var livemode = Environment.one(call.query());
        var filter = OrganizationTransfers.filter(call.query(), lists.zone(call));
        return Selected.of(
                livemode,
                filter,
                page -> transfers.list(organizationId, livemode, filter, page),
                lists.search(page -> transfers.find(organizationId, livemode, filter, page)));
    }

    private OrganizationTransfer side(SessionCall<Member> call) {
        return transfers.ofEither(call.person().organizationId(), call.id(OrganizationTransfer.RESOURCE));
    }
}
