package io.tical.server.ticket;

import io.tical.server.ticket.Ticket.Closing;
import io.tical.server.ticket.TicketStatus.Trigger;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.Decision;
import io.tical.server.transaction.StaffDecision;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides on tickets. */
final class TicketRules {
    private TicketRules() {}

    /** @throws io.tical.server.problem.Problem.Conflict {@code ISSUE_STATUS_TRANSITION_INVALID} unless it is unclaimed */
    static Decision<Ticket> cancel(Ticket before, Actor actor, Instant now) {
        if (before.status() == TicketStatus.CLAIMED) {
            throw TicketStatus.TABLE.invalid(
                    "An operator works on this ticket, so it can no longer be cancelled; wait for its resolution");
        }
        return transition(before, Trigger.CANCEL, before.closing(), actor, null, now);
    }

    /** An operator claims an open ticket, or takes over a claimed one, which stays unchanged. */
    static Decision<Ticket> claim(Ticket before, StaffDecision by, Instant now) {
        return before.status() == TicketStatus.CLAIMED
                ? Decision.unchanged(before)
                : transition(before, Trigger.CLAIM, before.closing(), by.actor(), by.note(), now);
    }

    /** @throws io.tical.server.problem.Problem.Conflict {@code ISSUE_STATUS_TRANSITION_INVALID} */
    static Decision<Ticket> decide(Ticket before, TicketDecision decision, StaffDecision by, Instant now) {
        if (before.status() == TicketStatus.OPEN && !(decision instanceof TicketDecision.Comment)) {
            throw TicketStatus.TABLE.invalid("No operator has claimed this ticket; claim it before you decide on it");
        }
        var closing = switch (decision) {
            case TicketDecision.Comment comment -> before.closing();
            case TicketDecision.Resolve(var resolution) -> new Closing(resolution, now);
            case TicketDecision.Reject(var resolution) -> new Closing(resolution, now);
        };
        return transition(before, decision.trigger(), closing, by.actor(), by.note(), now);
    }

    private static Decision<Ticket> transition(
            Ticket before,
            Trigger trigger,
            @Nullable Closing closing,
            Actor actor,
            @Nullable String note,
            Instant now) {
        var row = TicketStatus.TABLE.on(before.status(), trigger);
        var change = new Decision.StatusChange(row.from().word(), row.to().word(), trigger.word(), actor, note);
        return new Decision<>(before.with(row.to(), closing, now), List.of(), List.of(change), List.of());
    }
}
