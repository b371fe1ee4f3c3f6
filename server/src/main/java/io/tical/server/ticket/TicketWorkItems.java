package io.tical.server.ticket;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tical.server.decision.WorkItems;
import io.tical.server.decision.WorkItems.Kind;
import io.tical.server.decision.WorkItems.Selected;
import io.tical.server.decision.WorkItems.Standing;
import io.tical.server.input.Query;
import io.tical.server.staff.Permission;
import io.tical.server.transaction.Environments;
import io.tical.server.transaction.TimelineItem;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** {@code /admin/v1/issues}: the issue tickets of all organizations. */
final class TicketWorkItems {
    static final Kind KIND = new Kind("/admin/v1/issues", Ticket.RESOURCE, Permission.TICKETS);

    private TicketWorkItems() {}

    /** @param transactionType such as {@code payin}; null without a transaction */
    private record View(
            @JsonUnwrapped TicketView ticket,
            boolean livemode,
            @Nullable String transactionType,
            long version) {
        static View of(Ticket ticket) {
            var about = ticket.about();
            return new View(
                    TicketView.of(ticket),
                    ticket.key().livemode(),
                    about == null ? null : about.type(),
                    ticket.version());
        }
    }

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

    static WorkItems<Ticket> of(Tickets tickets) {
        return new WorkItems<Ticket>(
                        KIND,
                        List.of("status", "issue_type", "transaction_id", "q", "organization_id", "livemode"),
                        query -> select(tickets, query),
                        tickets::get,
                        ticket -> new Standing(ticket.status(), ticket.status().live()),
                        View::of)
                .detailed(ticket -> new Detailed(
                        View.of(ticket),
                        tickets.comments(ticket).stream().map(Comment::of).toList(),
                        tickets.staffTimeline(ticket)))
                .leased((_, key, by) -> tickets.claim(key, by));
    }

    private static Selected<Ticket> select(Tickets tickets, Query query) {
        var filter = TicketFilter.ofOperators(query);
        var environments = Environments.of(query);
        return new Selected<>(environments + " " + filter, page -> tickets.list(environments, filter, page));
    }
}
