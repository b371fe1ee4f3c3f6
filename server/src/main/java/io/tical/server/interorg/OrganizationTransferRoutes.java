package io.tical.server.interorg;

import io.tical.server.access.Scope;
import io.tical.server.http.Answer;
import io.tical.server.http.Call;
import io.tical.server.http.Endpoint;
import io.tical.server.http.Paging;
import io.tical.server.http.Paging.Selection;
import io.tical.server.problem.Problem;
import java.util.List;
import java.util.UUID;

/** {@code /v1/organization-transfers}: merchants send money to other organizations. */
record OrganizationTransferRoutes(OrganizationTransfers transfers, Paging paging) {
    private static final String TREE = "/v1/organization-transfers";

    List<Endpoint> endpoints() {
        return List.of(
                Endpoint.get(TREE + "/targets/by-code", Scope.TRANSFERS_READ, this::target)
                        .taking("code"),
                Endpoint.post(TREE, Scope.TRANSFERS_WRITE, this::send),
                Endpoint.get(TREE, Scope.TRANSFERS_READ, this::list).paged("direction", "currency", "merchant_ref_id"),
                Endpoint.get(TREE + "/{id}", Scope.TRANSFERS_READ, this::read),
                Endpoint.get(TREE + "/{id}/timeline", Scope.TRANSFERS_READ, this::timeline));
    }

    /** @param currencies codes of the currencies that both organizations can hold and send */
    private record TargetView(UUID organizationId, String name, String code, List<String> currencies) {}

    private Answer target(Call call) {
        var code = call.query().text("code").orElseThrow(() -> new Problem.Invalid("code", "required", "is required"));
        var target = transfers.target(call.caller().organizationId(), code);
        return Answer.ok(new TargetView(target.id(), target.name(), target.code(), transfers.activeCurrencies()));
    }

    private Answer send(Call call) {
        return Answer.of(transfers.send(
                OrganizationTransferRequest.parse(call.caller(), call.requestId(), call.json()),
                call.idempotent(side -> Answer.created(OrganizationTransferView.of(side)))));
    }

    private Answer list(Call call) {
        var filter = OrganizationTransfers.filter(call.query());
        var selection = Selection.of(call.caller(), filter.toString());
        var page = paging.page(call, selection);
        var rows = transfers
                .reads()
                .list(call.caller().organizationId(), call.caller().livemode(), filter, page);
        return paging.answer(call, page, selection, rows, side -> side.key().id(), OrganizationTransferView::of);
    }

    private Answer read(Call call) {
        return Answer.ok(OrganizationTransferView.of(asked(call)));
    }

    private Answer timeline(Call call) {
        return Answer.ok(transfers.timeline(asked(call)));
    }

    private OrganizationTransfer asked(Call call) {
        return transfers.reads().get(call.key(OrganizationTransfer.RESOURCE));
    }
}
