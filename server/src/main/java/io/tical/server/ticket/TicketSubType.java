package io.tical.server.ticket;

import io.tical.common.Word;

/** The kinds of problems. */
public enum TicketSubType implements Word {
    /** A payer paid, but the wallet was not credited. */
    NOT_CREDITED,
    WRONG_AMOUNT,
    DELAYED,
    /** The payee received nothing; of a refund, the payer. */
    NOT_RECEIVED,
    /** The merchant asks for a refund. */
    REFUND_REQUESTED,
    CALLBACK_MISSING,
    OTHER
}
