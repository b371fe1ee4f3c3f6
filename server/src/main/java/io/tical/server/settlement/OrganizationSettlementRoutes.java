package io.tical.server.settlement;

import io.tical.server.access.Scope;
import io.tical.server.http.Answer;
import io.tical.server.http.Call;
import io.tical.server.http.Endpoint;
import io.tical.server.key.TransactionKey;
import io.tical.server.problem.Problem;
import java.util.List;

/** {@code /v1/organization-settlements}: settlements to the merchant's own accounts. */
record OrganizationSettlementRoutes(OrganizationSettlements settlements) {
    private static final String TREE = "/v1/organization-settlements";

    List<Endpoint> endpoints() {
        return List.of(
                Endpoint.get(TREE + "/limits", Scope.SETTLEMENTS_READ, this::limits)
                        .taking("organization_account_id", "source_currency_code"),
                Endpoint.post(TREE + "/preview", Scope.SETTLEMENTS_READ, this::preview),
                Endpoint.post(TREE, Scope.SETTLEMENTS_WRITE, this::create),
                Endpoint.get(TREE + "/{id}", Scope.SETTLEMENTS_READ, this::read));
    }

    private Answer limits(Call call) {
        var account = call.query()
                .id("organization_account_id")
                .orElseThrow(() -> new Problem.Invalid("organization_account_id", "required", "is required"));
        var source = call.query()
                .text("source_currency_code")
                .orElseThrow(() -> new Problem.Invalid("source_currency_code", "required", "is required"));
        var key =
                new TransactionKey(call.caller().organizationId(), call.caller().livemode(), account);
        return Answer.ok(OrganizationSettlementView.of(settlements.limits(key, source)));
    }

    private Answer preview(Call call) {
        var request = OrganizationSettlementRequest.parse(call.caller(), call.requestId(), call.json());
        return Answer.ok(OrganizationSettlementView.of(settlements.preview(request), call.requestId()));
    }

    private Answer create(Call call) {
        return Answer.of(settlements.create(
                OrganizationSettlementRequest.parse(call.caller(), call.requestId(), call.json()),
                call.idempotent(settlement -> Answer.created(OrganizationSettlementView.of(settlement)))));
    }

    private Answer read(Call call) {
        return Answer.ok(OrganizationSettlementView.of(settlements.get(call.key("organization_settlement"))));
    }
}
