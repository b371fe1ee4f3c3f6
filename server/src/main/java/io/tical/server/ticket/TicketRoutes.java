package io.tical.server.ticket;

import io.tical.server.access.Scope;
import io.tical.server.http.Answer;
import io.tical.server.http.Call;
import io.tical.server.http.Endpoint;
import io.tical.server.http.Paging;
import io.tical.server.http.Paging.Selection;
import io.tical.server.key.RequestKey;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.Environments;
import java.util.List;

/** {@code /v1/issues}: merchants open, read and cancel issue tickets. */
record TicketRoutes(Tickets tickets, Paging paging) {
    private static final String TREE = "/v1/issues";

    List<Endpoint> endpoints() {
        return List.of(
                Endpoint.post(TREE, Scope.ISSUES_WRITE, this::open),
                Endpoint.get(TREE, Scope.ISSUES_READ, this::list).paged("status", "issue_type", "transaction_id", "q"),
                Endpoint.get(TREE + "/{request_id}", Scope.ISSUES_READ, this::read),
                Endpoint.patch(TREE + "/{request_id}/cancel", Scope.ISSUES_WRITE, this::cancel));
    }

    private Answer open(Call call) {
        var caller = call.caller();
        return Answer.of(tickets.open(
                caller.organizationId(),
                caller.livemode(),
                TicketRequest.parse(call.json()),
                call.actor(),
                call.idempotent(one -> Answer.created(TicketView.of(one)))));
    }

    private Answer list(Call call) {
        var caller = call.caller();
        var filter = TicketFilter.of(call.query());
        var selection = Selection.of(caller, filter.toString());
        var page = paging.page(call, selection);
        var own = new Environments(caller.organizationId(), caller.livemode());
        var rows = tickets.list(own, filter, page);
        return paging.answer(call, page, selection, rows, one -> one.key().id(), TicketView::of);
    }

    private Answer read(Call call) {
        var ticket = tickets.latest(named(call));
        var timeline = tickets.timeline(ticket, call.caller().scopes()::contains);
        return Answer.ok(TicketView.of(ticket, tickets.comments(ticket), timeline.orElse(null)));
    }

    private Answer cancel(Call call) {
        return Answer.of(
                tickets.cancel(named(call), call.actor(), call.idempotent(one -> Answer.ok(TicketView.of(one)))));
    }

    /** The request id in the path. */
    private static RequestKey named(Call call) {
        var requestId = call.path("request_id");
        if (!RequestKey.isId(requestId)) {
            throw Problem.NotFound.of(Ticket.RESOURCE);
        }
        return new RequestKey(call.caller().organizationId(), call.caller().livemode(), requestId);
    }
}
