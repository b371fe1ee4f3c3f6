package io.tical.server.customer;

import static io.tical.server.member.Sheet.text;
import static io.tical.server.member.Sheet.time;

import io.tical.server.http.Answer;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.member.Environment;
import io.tical.server.member.Intent;
import io.tical.server.member.Listing;
import io.tical.server.member.Listing.Selected;
import io.tical.server.member.Lists;
import io.tical.server.member.RowViews;
import io.tical.server.member.Sheet;
import io.tical.server.session.Member;
import java.util.List;

/** {@code /api/customers}: the organization's customers and their accounts, which owners register. */
record CustomerDashboardRoutes(Customers customers, Lists lists) {
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
        var listing = new Listing<>(
                lists,
                "customers",
                Member::mayRead,
                List.of("environment", "q"),
                this::selected,
                Customer::id,
                RowViews.each(customer -> customer),
                SHEET);
        return listing.and(SessionEndpoint.post("/api/customers", Member::mayChange, this::register));
    }

    private Answer register(SessionCall<Member> call) {
        var body = call.json();
        var intent = Intent.of(call, Environment.of(body));
        return Answer.of(customers.register(
                call.person().organizationId(),
                intent.livemode(),
                NewCustomer.parse(body),
                intent.author(),
                intent.answered(Answer::created)));
    }

    private Selected<Customer> selected(SessionCall<Member> call) {
        var organizationId = call.person().organizationId();
        var livemode = Environment.one(call.query());
        var prefix = call.query().search();
        return Selected.of(livemode, "q=" + prefix, page -> customers.list(organizationId, livemode, page, prefix));
    }
}
