package io.tical.server.ticket;

import io.tical.server.ticket.TicketStatus.Trigger;
import io.tical.server.transaction.Action;

/**
 * What happens to an existing ticket; {@link TicketRules} decides it. {@code ISSUE_STATUS_TRANSITION_INVALID} unless it is claimed, or open
 * for a comment, a claim and a cancellation.
 */
sealed interface TicketAction extends Action {
    /** The maximum length of a comment or a resolution, in characters. */
    int TEXT_MAX = 2_000;

    /** An operator claims an open ticket, which can no longer be cancelled, or takes over a claimed one, which stays unchanged. */
    record Claim() implements TicketAction {}

    /** @param visible whether the merchant can read it; otherwise it is a note for colleagues */
    record Comment(String text, boolean visible) implements TicketAction {}

    /** @param resolution the text for the merchant */
    record Resolve(String resolution) implements TicketAction {}

    /** @param resolution the text for the merchant */
    record Reject(String resolution) implements TicketAction {}

    /** The merchant cancels an open ticket. */
    record Cancel() implements TicketAction {}

    default Trigger trigger() {
        return switch (this) {
            case Claim _ -> Trigger.CLAIM;
            case Comment _ -> Trigger.COMMENT;
            case Resolve _ -> Trigger.RESOLVE;
            case Reject _ -> Trigger.REJECT;
            case Cancel _ -> Trigger.CANCEL;
        };
    }
}
