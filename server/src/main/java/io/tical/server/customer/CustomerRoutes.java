package io.tical.server.customer;

import io.tical.common.Json;
import io.tical.server.access.Scope;
import io.tical.server.http.Answer;
import io.tical.server.http.Call;
import io.tical.server.http.Endpoint;
import io.tical.server.http.Paging;
import io.tical.server.http.Paging.Selection;
import java.util.List;

/** {@code /v1/customers}. */
record CustomerRoutes(Customers customers, Paging paging) {
    List<Endpoint> endpoints() {
        return List.of(
                Endpoint.post("/v1/customers", Scope.CUSTOMERS_WRITE, this::register),
                Endpoint.get("/v1/customers", Scope.CUSTOMERS_READ, this::list).paged("q"),
                Endpoint.get(
                        "/v1/customers/{id}",
                        Scope.CUSTOMERS_READ,
                        call -> Answer.ok(customers.find(call.key("customer")))),
                Endpoint.post("/v1/customers/{id}/verify", Scope.CUSTOMERS_WRITE, this::verify));
    }

    private Answer register(Call call) {
        var caller = call.caller();
        return Answer.of(customers.register(
                caller.organizationId(),
                caller.livemode(),
                NewCustomer.parse(call.json()),
                call.actor(),
                call.idempotent(Answer::created)));
    }

    private Answer list(Call call) {
        var prefix = call.query().search();
        var selection = Selection.of(call.caller(), "q=" + prefix);
        var page = paging.page(call, selection);
        var rows = customers.list(call.caller().organizationId(), call.caller().livemode(), page, prefix);
        return paging.answer(call, page, selection, rows, Customer::id, customer -> customer);
    }

    private Answer verify(Call call) {
        return Answer.of(customers.requestVerification(
                call.key("customer"), call.idempotent(customer -> new Answer(202, Json.bytes(customer)))));
    }
}
