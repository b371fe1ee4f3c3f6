package io.tical.server.ticket;

import io.tical.common.Word;

/** The subjects of tickets. */
public enum TicketType implements Word {
    PAYIN,
    PAYOUT,
    SETTLEMENT,
    /** The refund of a payin. */
    REFUND,
    CALLBACK,
    OTHER
}
