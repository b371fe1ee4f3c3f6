package io.tical.server.ticket;

import io.tical.common.Ids;
import io.tical.db.Session;
import io.tical.server.problem.Problem;
import io.tical.server.ticket.Ticket.Closing;
import io.tical.server.transaction.Command;
import io.tical.server.transaction.CommandOperation;
import io.tical.server.transaction.Decision;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Decides the commands on tickets of one transaction, and writes their comments. */
final class TicketRules implements CommandOperation.Rules<TicketAction, Ticket> {
    private final List<TicketComment> comments = new ArrayList<>();

    /** @throws Problem.Conflict {@code ISSUE_STATUS_TRANSITION_INVALID} */
    @Override
    public Decision<Ticket> decide(Ticket before, Command<TicketAction> command, Instant now) {
        var action = command.action();
        if (action instanceof TicketAction.Claim && before.status() == TicketStatus.CLAIMED) {
            return Decision.unchanged(before);
        }
        requireClaim(before.status(), action);
        var row = TicketStatus.TABLE.on(before.status(), action.trigger());
        var closing = switch (action) {
            case TicketAction.Resolve(var resolution) -> new Closing(resolution, now);
            case TicketAction.Reject(var resolution) -> new Closing(resolution, now);
            case TicketAction.Claim _, TicketAction.Comment _, TicketAction.Cancel _ -> before.closing();
        };
        var by = command.by();
        if (action instanceof TicketAction.Comment(var text, var visible)) {
            var operator = Objects.requireNonNull(by.actor().id());
            comments.add(new TicketComment(before.key(), Ids.next(), operator, visible, text));
        }
        var change = new Decision.StatusChange(
                row.from().word(), row.to().word(), row.trigger().word(), by.actor(), by.note());
        return new Decision<>(before.with(row.to(), closing, now), List.of(), List.of(change), List.of());
    }

    private static void requireClaim(TicketStatus status, TicketAction action) {
        if (status == TicketStatus.CLAIMED && action instanceof TicketAction.Cancel) {
            throw TicketStatus.TABLE.invalid(
                    "An operator works on this ticket, so it can no longer be cancelled; wait for its resolution");
        }
        if (status == TicketStatus.OPEN
                && (action instanceof TicketAction.Resolve || action instanceof TicketAction.Reject)) {
            throw TicketStatus.TABLE.invalid("No operator has claimed this ticket; claim it before you decide on it");
        }
    }

    @Override
    public void write(Session session) {
        comments.forEach(comment -> TicketStore.insert(session, comment));
    }
}
