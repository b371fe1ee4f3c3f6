package io.tical.server.interorg;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tical.server.http.Answer;
import io.tical.server.http.Paging;
import io.tical.server.http.Paging.Selection;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.merchant.Policies;
import io.tical.server.staff.Permission;
import io.tical.server.staff.Staff;
import io.tical.server.transaction.Environments;
import io.tical.server.transaction.TimelineItem;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** {@code /admin/v1/organization-transfers}: operators read the transfers of all organizations. */
record OrganizationTransferAdminRoutes(OrganizationTransfers transfers, Policies policies, Paging paging) {
    private static final String TREE = "/admin/v1/organization-transfers";

    List<SessionEndpoint<Staff>> endpoints() {
        return List.of(
                SessionEndpoint.<Staff>get(TREE, staff -> staff.may(Permission.READ), this::list)
                        .paged("organization_id", "livemode"),
                SessionEndpoint.get(TREE + "/{id}", staff -> staff.may(Permission.READ), this::read));
    }

    /** An organization with its current name. */
    private record PartyView(UUID organizationId, String organizationName, String code) {}

    /** A transfer with both of its sides; the amount is minor units. */
    private record View(
            UUID id,
            boolean livemode,
            String status,
            PartyView sender,
            PartyView receiver,
            String currency,
            long amount,
            @Nullable String merchantRefId,
            @Nullable String notes,
            @Nullable String requestId,
            Instant createdAt) {}

    private record Detailed(@JsonUnwrapped View transfer, List<TimelineItem> timeline) {}

    private Answer list(SessionCall<Staff> call) {
        var environments = Environments.of(call.query());
        var selection = Selection.ofAll(environments.toString());
        var page = paging.page(call, selection);
        var rows = transfers.outgoing(environments, page);
        return paging.answer(call, page, selection, rows, one -> one.key().id(), this::view);
    }

    private Answer read(SessionCall<Staff> call) {
        var transfer = transfers.outgoing(call.id(OrganizationTransfer.RESOURCE));
        return Answer.ok(new Detailed(view(transfer), transfers.wholeTimeline(transfer)));
    }

    private View view(OrganizationTransfer outgoing) {
        return new View(
                outgoing.key().id(),
                outgoing.key().livemode(),
                OrganizationTransfer.STATUS,
                party(outgoing.key().organizationId()),
                party(outgoing.counterparty().organizationId()),
                outgoing.currency(),
                outgoing.amount(),
                outgoing.merchantRef(),
                outgoing.notes(),
                outgoing.requestId(),
                outgoing.createdAt());
    }

    private PartyView party(UUID organizationId) {
        var policy = policies.of(organizationId);
        return new PartyView(organizationId, policy.name(), policy.code());
    }
}
