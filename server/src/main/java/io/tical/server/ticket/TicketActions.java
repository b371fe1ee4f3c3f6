package io.tical.server.ticket;

import static io.tical.server.ticket.TicketWorkItems.KIND;

import io.tical.server.decision.StaffAction;
import io.tical.server.decision.StaffAction.Request;
import io.tical.server.input.JsonBody;
import io.tical.server.staff.Permission;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;

/**
 * The decisions of operators on issue tickets.
 *
 * @param view the ticket with this id as JSON
 */
record TicketActions(Tickets tickets, Function<UUID, Object> view) {
    List<StaffAction> all() {
        return List.of(
                action("comment", TicketActions::comment).keepingLease(),
                action("resolve", body -> new TicketAction.Resolve(text(body, "resolution"))),
                action(
                        "reject",
                        body -> new TicketAction.Reject(text(body, body.has("reason") ? "reason" : "resolution"))));
    }

    private StaffAction action(String name, Function<JsonBody, TicketAction> reader) {
        return new StaffAction(KIND.path(name), Permission.TICKETS, (path, body) -> request(path, reader.apply(body)));
    }

    private Request request(Map<String, String> path, TicketAction action) {
        var ticket = tickets.get(StaffAction.id(path, Ticket.RESOURCE));
        return new Request(
                ticket.key(),
                Ticket.RESOURCE,
                ticket.version(),
                by -> tickets.decide(ticket.key(), action, by),
                () -> view.apply(ticket.key().id()));
    }

    private static TicketAction comment(JsonBody body) {
        var visible = body.flagOrNull("public");
        if (visible == null && !body.has("public")) {
            body.wrong("public", "required", "is required: whether the merchant reads the comment");
        }
        return new TicketAction.Comment(text(body, "text"), Objects.requireNonNullElse(visible, false));
    }

    private static String text(JsonBody body, String field) {
        return body.text(field, TicketAction.TEXT_MAX).strip();
    }
}
