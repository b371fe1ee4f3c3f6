package io.tical.server.dashboard;

import static io.tical.server.dashboard.Sheet.text;
import static io.tical.server.dashboard.Sheet.time;

import io.tical.server.customer.Customer;
import io.tical.server.customer.Customers;
import io.tical.server.dashboard.Listing.Selected;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.session.Member;
import java.util.List;

/** {@code /api/customers}: the organization's customers and their accounts, read-only. */
record CustomersRoutes(Customers customers, Lists lists) {
    private static final Sheet SHEET = Sheet.of(
            text("id"),
            text("customer_id"),
            text("name"),
            text("holder_name"),
            text("bank_code"),
            text("account_no"),
            text("currency"),
            text("is_verified"),
            time("verified_at"),
            text("email"),
            text("phone"),
            text("metadata"),
            time("created_at"),
            time("updated_at"));

    List<SessionEndpoint<Member>> endpoints() {
        return new Listing<>(
                        lists, "customers", Member::mayRead, this::selected, Customer::id, customer -> customer, SHEET)
                .endpoints();
    }

    private Selected<Customer> selected(SessionCall<Member> call) {
        var organizationId = call.person().organizationId();
        var livemode = Environment.one(call.query());
        var prefix = call.query().search();
        return Selected.of(livemode, "q=" + prefix, page -> customers.list(organizationId, livemode, page, prefix));
    }
}
