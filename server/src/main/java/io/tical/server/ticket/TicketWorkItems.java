package io.tical.server.ticket;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tical.server.decision.LeaseView;
import io.tical.server.decision.Leases;
import io.tical.server.decision.WorkItems;
import io.tical.server.input.Query;
import io.tical.server.key.TransactionKey;
import io.tical.server.staff.Permission;
import io.tical.server.transaction.Environments;
import io.tical.server.transaction.Lease;
import io.tical.server.transaction.StaffDecision;
import io.tical.server.transaction.TimelineItem;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** {@code /admin/v1/issues}: the issue tickets of all organizations. */
record TicketWorkItems(Tickets tickets) implements WorkItems<Ticket> {
    static final Kind KIND = new Kind("/admin/v1/issues", Ticket.RESOURCE, Permission.TICKETS);

    /**
     * A ticket with its organization.
     *
     * @param transactionType such as {@code payin}; null without a transaction
     */
    private record View(
            @JsonUnwrapped TicketView ticket,
            UUID organizationId,
            String organizationName,
            boolean livemode,
            @Nullable String transactionType,
            long version,
            @JsonUnwrapped LeaseView lease) {}

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

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public List<String> filters() {
        return List.of("status", "issue_type", "transaction_id", "q", "organization_id", "livemode");
    }

    @Override
    public Selected<Ticket> select(Query query) {
        var filter = TicketFilter.ofOperators(query);
        var environments = Environments.of(query);
        return new Selected<>(environments + " " + filter, page -> tickets.list(environments, filter, page));
    }

    @Override
    public Ticket get(UUID id) {
        return tickets.get(id);
    }

    @Override
    public Standing standing(Ticket ticket) {
        return new Standing(ticket.status(), ticket.status().live());
    }

    @Override
    public View row(Ticket ticket, String organizationName, LeaseView lease) {
        var about = ticket.about();
        return new View(
                TicketView.of(ticket),
                ticket.key().organizationId(),
                organizationName,
                ticket.key().livemode(),
                about == null ? null : about.type(),
                ticket.version(),
                lease);
    }

    @Override
    public Object detail(Ticket ticket, String organizationName, LeaseView lease) {
        var comments = tickets.comments(ticket).stream().map(Comment::of).toList();
        return new Detailed(row(ticket, organizationName, lease), comments, tickets.staffTimeline(ticket));
    }

    @Override
    public Lease takeLease(Leases leases, TransactionKey key, StaffDecision by) {
        return tickets.claim(key, by);
    }
}
