package io.tical.server.ticket;

import io.tical.server.ticket.TicketStatus.Trigger;

/** The decision of an operator on a ticket. */
public sealed interface TicketDecision {
    /** The maximum length of a comment or a resolution, in characters. */
    int TEXT_MAX = 2_000;

    /** @param visible whether the merchant can read it; otherwise it is a note for colleagues */
    record Comment(String text, boolean visible) implements TicketDecision {}

    /** @param resolution the text for the merchant */
    record Resolve(String resolution) implements TicketDecision {}

    /** @param resolution the text for the merchant */
    record Reject(String resolution) implements TicketDecision {}

    default Trigger trigger() {
        return switch (this) {
            case Comment comment -> Trigger.COMMENT;
            case Resolve resolve -> Trigger.RESOLVE;
            case Reject reject -> Trigger.REJECT;
        };
    }
}
