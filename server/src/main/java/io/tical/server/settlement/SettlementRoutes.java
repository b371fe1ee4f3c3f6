package io.tical.server.settlement;

import static io.tical.server.settlement.SettlementAggregate.OBJECT_TYPE;

import io.tical.server.access.Scope;
import io.tical.server.http.Answer;
import io.tical.server.http.Call;
import io.tical.server.http.Endpoint;
import io.tical.server.http.Paging;
import io.tical.server.http.Paging.Selection;
import java.util.List;

/** {@code /v1/settlements}: the merchants' operations on settlements. */
record SettlementRoutes(Settlements settlements, Paging paging) {
    private static final String TREE = "/v1/settlements";

    List<Endpoint> endpoints() {
        return List.of(
                Endpoint.post(TREE, Scope.SETTLEMENTS_WRITE, this::create),
                Endpoint.get(TREE, Scope.SETTLEMENTS_READ, this::list)
                        .paged("status", "currency", "client_operation_id", "q"),
                Endpoint.get(TREE + "/{id}", Scope.SETTLEMENTS_READ, this::read),
                Endpoint.get(TREE + "/{id}/timeline", Scope.SETTLEMENTS_READ, this::timeline));
    }

    private Answer create(Call call) {
        return Answer.of(settlements.create(
                SettlementRequest.parse(call.caller(), call.requestId(), call.json()),
                call.idempotent(settlement -> Answer.created(SettlementView.of(settlement)))));
    }

    private Answer list(Call call) {
        var filter = Settlements.filter(call.query());
        var selection = Selection.of(call.caller(), filter.toString());
        var page = paging.page(call, selection);
        var rows = settlements
                .reads()
                .list(call.caller().organizationId(), call.caller().livemode(), filter, page);
        return paging.answer(call, page, selection, rows, Settlement::id, SettlementView::of);
    }

    private Answer read(Call call) {
        return Answer.ok(SettlementView.of(settlements.reads().get(call.key(OBJECT_TYPE))));
    }

    private Answer timeline(Call call) {
        return Answer.ok(settlements.timeline(settlements.reads().get(call.key(OBJECT_TYPE))));
    }
}
