package io.tical.server.ticket;

import static io.tical.server.transaction.StateTable.row;

import io.tical.common.Word;
import io.tical.server.transaction.StateTable;
import io.tical.server.transaction.StateTable.NoEffect;

/** The states of a ticket and their transitions. */
public enum TicketStatus implements Word {
    /** No operator has claimed it; the merchant can cancel it. */
    OPEN,
    /** An operator has claimed it. It stays claimed when the operator's lease ends; another operator can then take it over. */
    CLAIMED,
    RESOLVED,
    REJECTED,
    /** The merchant cancelled it. */
    CANCELLED;

    enum Trigger implements Word {
        CLAIM,
        COMMENT,
        RESOLVE,
        REJECT,
        CANCEL
    }

    static final StateTable<TicketStatus, Trigger, NoEffect> TABLE = StateTable.of(
                    Ticket.RESOURCE,
                    row(OPEN, Trigger.CLAIM, CLAIMED),
                    row(OPEN, Trigger.COMMENT, OPEN),
                    row(OPEN, Trigger.CANCEL, CANCELLED),
                    row(CLAIMED, Trigger.COMMENT, CLAIMED),
                    row(CLAIMED, Trigger.RESOLVE, RESOLVED),
                    row(CLAIMED, Trigger.REJECT, REJECTED))
            .merchants(Trigger.CANCEL, "cancel")
            .operators(Trigger.CLAIM, "claim")
            .operators(Trigger.COMMENT, "comment")
            .operators(Trigger.RESOLVE, "resolve")
            .operators(Trigger.REJECT, "reject");

    /** Whether it waits for operators. An organization has at most one such ticket for a request. */
    boolean live() {
        return TABLE.allows(this, Trigger.COMMENT);
    }
}
