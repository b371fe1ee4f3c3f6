package io.tical.server.dashboard;

import io.tical.server.http.Answer;
import io.tical.server.http.Paging;
import io.tical.server.http.Paging.Selection;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.session.Member;
import io.tical.server.webhook.Deliveries;
import io.tical.server.webhook.Delivery;
import io.tical.server.webhook.DeliveryFilter;
import java.util.List;

/** {@code /api/deliveries}: the callbacks of the last 30 days with their attempts, and redelivery. */
record DeliveryRoutes(Deliveries deliveries, Paging paging) {
    List<SessionEndpoint<Member>> endpoints() {
        return List.of(
                SessionEndpoint.get("/api/deliveries", Member::mayRead, this::list),
                SessionEndpoint.get("/api/deliveries/{id}", Member::mayRead, this::read),
                SessionEndpoint.post("/api/deliveries/{id}/redeliver", Member::mayChange, this::redeliver));
    }

    private Answer list(SessionCall<Member> call) {
        var filter = DeliveryFilter.of(call.query());
        var environment = filter.livemode().map(Environment::word).orElse("both");
        var selection = new Selection(call.person().organizationId(), environment, filter.toString());
        var page = paging.page(call, selection);
        var rows = deliveries.list(call.person().organizationId(), filter, page);
        return paging.answer(call, page, selection, rows, Delivery::id, delivery -> delivery);
    }

    private Answer read(SessionCall<Member> call) {
        return Answer.ok(deliveries.get(call.person().organizationId(), call.id("delivery")));
    }

    private Answer redeliver(SessionCall<Member> call) {
        return Answer.ok(deliveries.redeliver(call.person().organizationId(), call.id("delivery")));
    }
}
