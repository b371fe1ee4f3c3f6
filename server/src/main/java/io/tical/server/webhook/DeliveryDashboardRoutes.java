package io.tical.server.webhook;

import static io.tical.server.member.Sheet.text;
import static io.tical.server.member.Sheet.time;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tical.server.http.Answer;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.member.Environment;
import io.tical.server.member.Listing;
import io.tical.server.member.Listing.Selected;
import io.tical.server.member.Lists;
import io.tical.server.member.RowViews;
import io.tical.server.member.Sheet;
import io.tical.server.session.Member;
import io.tical.server.webhook.Deliveries.Sent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code /api/deliveries}: the callbacks of the last 30 days with their attempts, and redelivery. */
record DeliveryDashboardRoutes(Deliveries deliveries, MerchantDeliveries own, Lists lists, References references) {
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
            text("last_attempt.status_code"),
            time("created_at"),
            time("next_attempt_at"),
            time("delivered_at"));

    /** The result of the last attempt; the HTTP status is null without a response. */
    private record Last(@Nullable Integer statusCode) {}

    /** A delivery with its last attempt, which is null before one has ended. */
    private record Row(
            @JsonUnwrapped Delivery delivery, @Nullable Last lastAttempt) {
        private static Row of(Delivery delivery) {
            var code = delivery.lastCode();
            return new Row(delivery, code == null ? null : new Last(code == DeliveryFilter.UNANSWERED ? null : code));
        }
    }

    /** A delivery with its body, its attempts, and the request of the last one. */
    private record Detail(
            @JsonUnwrapped Deliveries.Detail detail,
            @Nullable Last lastAttempt,
            @Nullable Sent sent) {}

    private static final List<String> FILTERS =
            List.of("environment", "status", "endpoint", "event", "code", "reference", "transaction_id");

    List<SessionEndpoint<Member>> endpoints() {
        var listing = new Listing<>(
                lists,
                "deliveries",
                Member::mayRead,
                FILTERS,
                this::selected,
                Delivery::id,
                RowViews.each(Row::of),
                SHEET);
        return listing.and(
                SessionEndpoint.get("/api/deliveries/{id}", Member::mayRead, this::read),
                SessionEndpoint.post("/api/deliveries/{id}/sign", Member::mayChange, this::sign),
                SessionEndpoint.post("/api/deliveries/{id}/redeliver", Member::mayChange, this::redeliver));
    }

    private Selected<Delivery> selected(SessionCall<Member> call) {
        var filter = filter(call);
        return new Selected<>(
                filter.livemode() == null ? "both" : Environment.word(filter.livemode()),
                filter.toString(),
                page -> deliveries.list(call.person().organizationId(), filter, page));
    }

    private DeliveryFilter filter(SessionCall<Member> call) {
        var reference = call.query().text("reference");
        return DeliveryFilter.ofMerchant(
                call.query(),
                reference
                        .map(text ->
                                references.ids(call.person().organizationId(), Environment.each(call.query()), text))
                        .orElse(null));
    }

    private Answer read(SessionCall<Member> call) {
        var detail = deliveries.get(call.person().organizationId(), call.id("delivery"));
        return Answer.ok(new Detail(detail, Row.of(detail.delivery()).lastAttempt(), detail.sent()));
    }

    private Answer redeliver(SessionCall<Member> call) {
        return Answer.ok(Row.of(deliveries.redeliver(call.person().organizationId(), call.id("delivery"))));
    }

    private Answer sign(SessionCall<Member> call) {
        return Answer.ok(own.sign(call.person().organizationId(), call.id("delivery")));
    }
}
