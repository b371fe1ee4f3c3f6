package io.tical.server.ticket;

import io.tical.common.Word;

/** What a ticket is about. */
public enum TicketType implements Word {
    PAYIN,
    PAYOUT,
    SETTLEMENT,
    CALLBACK,
    OTHER
}
