package io.tical.server.ticket;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tical.server.decision.LeaseRoutes;
import io.tical.server.decision.LeaseRoutes.Leasable;
import io.tical.server.decision.Leases;
import io.tical.server.decision.StaffAction;
import io.tical.server.decision.StaffAction.Request;
import io.tical.server.http.Answer;
import io.tical.server.http.Paging;
import io.tical.server.http.Paging.Selection;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.input.JsonBody;
import io.tical.server.staff.Permission;
import io.tical.server.staff.Staff;
import io.tical.server.transaction.Environments;
import io.tical.server.transaction.Lease;
import io.tical.server.transaction.TimelineItem;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * {@code /admin/v1/issues}: operators answer issue tickets.
 *
 * @param organizationName the name of an organization
 */
record TicketAdminRoutes(Tickets tickets, Leases leases, Function<UUID, String> organizationName, Paging paging) {
    private static final String TREE = "/admin/v1/issues";

    /**
     * A ticket with its organization.
     *
     * @param transactionType such as {@code payin}; null without a transaction
     * @param claimedBy the operator who works on it now; null when nobody does
     */
    private record View(
            @JsonUnwrapped TicketView ticket,
            UUID organizationId,
            String organizationName,
            boolean livemode,
            @Nullable String transactionType,
            long version,
            @Nullable String claimedBy,
            @Nullable Instant claimedUntil) {}

    /** @param visible as {@code public}: whether the merchant reads it */
    private record Comment(
            UUID id,
            String operator,
            @JsonProperty("public") boolean visible,
            String text,
            Instant createdAt) {
        static Comment of(TicketComment one) {
            return new Comment(one.id(), one.operator(), one.visible(), one.text(), one.createdAt());
        }
    }

    private record Detailed(@JsonUnwrapped View ticket, List<Comment> comments, List<TimelineItem> timeline) {}

    List<SessionEndpoint<Staff>> endpoints() {
        var reads = List.<SessionEndpoint<Staff>>of(
                SessionEndpoint.get(TREE, staff -> staff.may(Permission.READ), this::list),
                SessionEndpoint.get(TREE + "/{id}", staff -> staff.may(Permission.READ), this::read));
        var claims = new LeaseRoutes(leases, TREE, Ticket.RESOURCE, Permission.TICKETS, this::leasable, tickets::claim);
        return Stream.concat(reads.stream(), claims.endpoints().stream()).toList();
    }

    private Leasable leasable(UUID id) {
        var ticket = tickets.get(id);
        return new Leasable(ticket.key(), ticket.status(), ticket.status().live());
    }

    List<StaffAction> actions() {
        return List.of(
                action("comment", TicketAdminRoutes::comment).keepingClaim(),
                action("resolve", body -> new TicketDecision.Resolve(text(body, "resolution"))),
                action(
                        "reject",
                        body -> new TicketDecision.Reject(text(body, body.has("reason") ? "reason" : "resolution"))));
    }

    private StaffAction action(String name, Function<JsonBody, TicketDecision> reader) {
        return new StaffAction(
                TREE + "/{id}/" + name, Permission.TICKETS, (path, body) -> request(path, reader.apply(body)));
    }

    private Request request(Map<String, String> path, TicketDecision decision) {
        var ticket = tickets.get(StaffAction.id(path, Ticket.RESOURCE));
        return new Request(
                ticket.key(),
                Ticket.RESOURCE,
                ticket.version(),
                by -> view(tickets.decide(ticket.key(), decision, by)));
    }

    private static TicketDecision comment(JsonBody body) {
        var visible = body.flagOrNull("public");
        if (visible == null && !body.has("public")) {
            body.wrong("public", "required", "is required: whether the merchant reads the comment");
        }
        return new TicketDecision.Comment(text(body, "text"), Objects.requireNonNullElse(visible, false));
    }

    private static String text(JsonBody body, String field) {
        return body.text(field, TicketDecision.TEXT_MAX).strip();
    }

    private Answer list(SessionCall<Staff> call) {
        var filter = TicketFilter.of(call.query());
        var environments = Environments.of(call.query());
        var selection = Selection.ofAll(environments + " " + filter);
        var page = paging.page(call, selection);
        var rows = tickets.list(environments, filter, page);
        var claimed = leases.of(rows.stream().map(Ticket::key).toList());
        return paging.answer(
                call, page, selection, rows, one -> one.key().id(), one -> view(one, claimed.get(one.key())));
    }

    private Answer read(SessionCall<Staff> call) {
        var ticket = tickets.get(call.id(Ticket.RESOURCE));
        var comments = tickets.comments(ticket).stream().map(Comment::of).toList();
        return Answer.ok(new Detailed(view(ticket), comments, tickets.staffTimeline(ticket)));
    }

    /** A decision that ends the work on a ticket releases its lease. */
    private View view(Ticket ticket) {
        return view(ticket, ticket.status().live() ? leases.find(ticket.key()).orElse(null) : null);
    }

    private View view(Ticket ticket, @Nullable Lease lease) {
        var organizationId = ticket.key().organizationId();
        var about = ticket.about();
        return new View(
                TicketView.of(ticket),
                organizationId,
                organizationName.apply(organizationId),
                ticket.key().livemode(),
                about == null ? null : about.type(),
                ticket.version(),
                lease == null ? null : lease.operator(),
                lease == null ? null : lease.until());
    }
}
