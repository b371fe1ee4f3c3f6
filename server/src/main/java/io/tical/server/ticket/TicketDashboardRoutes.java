package io.tical.server.ticket;

import static io.tical.server.member.Sheet.text;
import static io.tical.server.member.Sheet.time;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
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
import io.tical.server.session.Directory.Person;
import io.tical.server.session.Member;
import io.tical.server.transaction.Environments;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code /api/issues}: the organization's issue tickets, which owners open and cancel. */
record TicketDashboardRoutes(Tickets tickets, Lists lists) {
    private static final Sheet SHEET = Sheet.of(
            text("id"),
            text("status"),
            text("issue_type"),
            text("issue_sub_type"),
            text("request_id"),
            text("transaction_id"),
            text("description"),
            text("resolution"),
            time("created_at"),
            time("updated_at"),
            time("resolved_at"));

    List<SessionEndpoint<Member>> endpoints() {
        var listing = new Listing<>(
                lists,
                "issues",
                Member::mayRead,
                List.of("environment", "status", "issue_type", "transaction_id", "q"),
                this::selected,
                ticket -> ticket.key().id(),
                RowViews.each(TicketView::of),
                SHEET);
        return listing.and(
                SessionEndpoint.get("/api/issues/{id}", Member::mayRead, call -> shown(ticket(call))),
                SessionEndpoint.post("/api/issues", Member::mayChange, this::open),
                SessionEndpoint.post("/api/issues/{id}/cancel", Member::mayChange, this::cancel));
    }

    private Selected<Ticket> selected(SessionCall<Member> call) {
        var livemode = Environment.one(call.query());
        var own = new Environments(call.person().organizationId(), livemode);
        var filter = TicketFilter.of(call.query());
        return Selected.of(livemode, filter, page -> tickets.list(own, filter, page));
    }

    private Ticket ticket(SessionCall<Member> call) {
        return tickets.ofEither(call.person().organizationId(), call.id(Ticket.RESOURCE));
    }

    /**
     * A ticket with the type of its transaction, for the link to it.
     *
     * @param transactionType such as {@code payin}; null without a transaction
     */
    private record Shown(
            @JsonUnwrapped Object ticket, @Nullable String transactionType) {}

    /** Without the timeline of its transaction, which users can read on the transaction's own page. */
    private Answer shown(Ticket ticket) {
        var about = ticket.about();
        return Answer.ok(
                new Shown(TicketView.of(ticket, tickets.comments(ticket), null), about == null ? null : about.type()));
    }

    private Answer open(SessionCall<Member> call) {
        var body = call.json();
        // An open ticket of the same request refuses a second one, so the key is optional.
        var intent = new Intent(call, Environment.of(body));
        return Answer.of(tickets.open(
                call.person().organizationId(),
                intent.livemode(),
                TicketRequest.parse(body),
                intent.author(),
                intent.answered(ticket -> Answer.created(TicketView.of(ticket)))));
    }

    private Answer cancel(SessionCall<Member> call) {
        return shown(tickets.cancel(ticket(call), Person.author(call)));
    }
}
