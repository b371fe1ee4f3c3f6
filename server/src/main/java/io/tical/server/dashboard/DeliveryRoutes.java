package io.tical.server.dashboard;

import static io.tical.server.dashboard.Sheet.text;
import static io.tical.server.dashboard.Sheet.time;

import io.tical.server.dashboard.Listing.Selected;
import io.tical.server.http.Answer;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.session.Member;
import io.tical.server.webhook.Deliveries;
import io.tical.server.webhook.Delivery;
import io.tical.server.webhook.DeliveryFilter;
import java.util.List;
import java.util.stream.Stream;

/** {@code /api/deliveries}: the callbacks of the last 30 days with their attempts, and redelivery. */
record DeliveryRoutes(Deliveries deliveries, Lists lists) {
    private static final Sheet SHEET = Sheet.of(
            text("id"),
            text("event_id"),
            text("event"),
            text("livemode"),
            text("transaction_type"),
            text("transaction_id"),
            text("endpoint"),
            text("url"),
            text("status"),
            text("attempts"),
            time("created_at"),
            time("next_attempt_at"),
            time("delivered_at"));

    List<SessionEndpoint<Member>> endpoints() {
        var listing = new Listing<>(
                lists, "deliveries", Member::mayRead, this::selected, Delivery::id, delivery -> delivery, SHEET);
        return Stream.concat(
                        listing.endpoints().stream(),
                        Stream.of(
                                SessionEndpoint.get("/api/deliveries/{id}", Member::mayRead, this::read),
                                SessionEndpoint.post(
                                        "/api/deliveries/{id}/redeliver", Member::mayChange, this::redeliver)))
                .toList();
    }

    private Selected<Delivery> selected(SessionCall<Member> call) {
        var filter = DeliveryFilter.of(call.query());
        return new Selected<>(
                filter.livemode().map(Environment::word).orElse("both"),
                filter.toString(),
                page -> deliveries.list(call.person().organizationId(), filter, page));
    }

    private Answer read(SessionCall<Member> call) {
        return Answer.ok(deliveries.get(call.person().organizationId(), call.id("delivery")));
    }

    private Answer redeliver(SessionCall<Member> call) {
        return Answer.ok(deliveries.redeliver(call.person().organizationId(), call.id("delivery")));
    }
}
