package io.tical.server.webhook;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tical.common.Ids;
import io.tical.common.Word;
import io.tical.server.http.Answer;
import io.tical.server.http.Paging;
import io.tical.server.http.Paging.Selection;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.input.JsonBody;
import io.tical.server.staff.Permission;
import io.tical.server.staff.Staff;
import io.tical.server.transaction.Environments;
import io.tical.server.transaction.StaffDecision;
import io.tical.server.webhook.CallbackEndpoint.Kind;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * {@code /admin/v1/deliveries}: operators find callbacks, and send them again.
 *
 * @param organizationName the name of an organization
 */
record DeliveryAdminRoutes(StaffDeliveries deliveries, Function<UUID, String> organizationName, Paging paging) {
    private static final String TREE = "/admin/v1/deliveries";
    private static final int WORD_MAX = 40;

    /** A delivery with its organization. */
    private record View(@JsonUnwrapped Delivery delivery, UUID organizationId, String organizationName) {}

    /** A delivery with its organization, body and attempts. */
    private record DetailView(@JsonUnwrapped Deliveries.Detail detail, UUID organizationId, String organizationName) {}

    List<SessionEndpoint<Staff>> endpoints() {
        return List.of(
                SessionEndpoint.<Staff>get(TREE, staff -> staff.may(Permission.READ), this::list)
                        .paged("status", "endpoint", "transaction_id", "organization_id", "livemode"),
                SessionEndpoint.get(TREE + "/{id}", staff -> staff.may(Permission.READ), this::read),
                SessionEndpoint.post(TREE + "/redeliver", staff -> staff.may(Permission.CALLBACKS), this::redeliverAll),
                SessionEndpoint.post(
                        TREE + "/{id}/redeliver", staff -> staff.may(Permission.CALLBACKS), this::redeliver));
    }

    private Answer list(SessionCall<Staff> call) {
        var filter = DeliveryFilter.of(call.query());
        var environments = Environments.of(call.query());
        var selection = Selection.ofAll(environments + " " + filter);
        var page = paging.page(call, selection);
        return paging.answer(
                call, page, selection, deliveries.list(environments, filter, page), Delivery::id, this::view);
    }

    private View view(Delivery delivery) {
        var organizationId = delivery.key().organizationId();
        return new View(delivery, organizationId, organizationName.apply(organizationId));
    }

    private Answer read(SessionCall<Staff> call) {
        var organizationId = deliveries.find(call.id("delivery")).key().organizationId();
        var detail = deliveries.deliveries().get(organizationId, call.id("delivery"));
        return Answer.ok(new DetailView(detail, organizationId, organizationName.apply(organizationId)));
    }

    private Answer redeliver(SessionCall<Staff> call) {
        return Answer.ok(view(deliveries.redeliver(call.id("delivery"), by(call, null))));
    }

    private Answer redeliverAll(SessionCall<Staff> call) {
        var body = call.json();
        var redelivery = redelivery(body);
        var note = body.textOrNull("note", StaffDecision.NOTE_MAX);
        body.check();
        return Answer.ok(deliveries.redeliver(redelivery, by(call, note)));
    }

    private static Redelivery redelivery(JsonBody body) {
        var status = Word.find(Delivery.Status.class, body.text("status", WORD_MAX));
        var sendable = status.filter(one -> one == Delivery.Status.FAILED || one == Delivery.Status.SUSPENDED);
        if (sendable.isEmpty() && body.has("status")) {
            body.wrong("status", "unknown", "must be failed or suspended");
        }
        var endpoint = Optional.ofNullable(body.textOrNull("endpoint", WORD_MAX));
        var kind = endpoint.flatMap(word -> Word.find(Kind.class, word));
        if (endpoint.isPresent() && kind.isEmpty()) {
            body.wrong("endpoint", "unknown", "must be payin or payout");
        }
        var organization = Optional.ofNullable(body.textOrNull("organization_id", WORD_MAX));
        var organizationId = organization.flatMap(Ids::parse);
        if (organization.isPresent() && organizationId.isEmpty()) {
            body.wrong("organization_id", "uuid", "must be a UUID");
        }
        var redelivery = new Redelivery(
                sendable.orElse(Delivery.Status.FAILED),
                organizationId.orElse(null),
                body.flagOrNull("livemode"),
                kind.orElse(null),
                body.timeOrNull("from"),
                body.timeOrNull("to"));
        if (redelivery.suspended() && (body.has("from") || body.has("to"))) {
            body.wrong(
                    body.has("from") ? "from" : "to",
                    "suspended",
                    "is for failed deliveries only: a resumed endpoint receives all of its suspended deliveries");
        }
        return redelivery;
    }

    private static StaffDecision by(SessionCall<Staff> call, @Nullable String note) {
        var visit = call.visit();
        return call.person().decision(visit.requestId(), visit.source(), note);
    }
}
