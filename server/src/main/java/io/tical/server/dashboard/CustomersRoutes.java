package io.tical.server.dashboard;

import io.tical.server.customer.Customer;
import io.tical.server.customer.Customers;
import io.tical.server.http.Answer;
import io.tical.server.http.Paging;
import io.tical.server.http.Paging.Selection;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.session.Member;
import java.util.List;

/** {@code /api/customers}: the organization's customers and their accounts, read-only. */
record CustomersRoutes(Customers customers, Paging paging) {
    List<SessionEndpoint<Member>> endpoints() {
        return List.of(SessionEndpoint.get("/api/customers", Member::mayRead, this::list));
    }

    private Answer list(SessionCall<Member> call) {
        var livemode = Environment.one(call.query());
        var prefix = call.query().search();
        var selection = Selection.of(call.person().organizationId(), livemode, "q=" + prefix);
        var page = paging.page(call, selection);
        var rows = customers.list(call.person().organizationId(), livemode, page, prefix);
        return paging.answer(call, page, selection, rows, Customer::id, customer -> customer);
    }
}
