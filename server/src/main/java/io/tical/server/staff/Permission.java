package io.tical.server.staff;

import io.tical.common.Word;

/** What an operator may do. Each role has some; see {@link Operator.Role}. */
public enum Permission implements Word {
    /** Reads everything but passwords and secrets. */
    READ,
    SLIPS,
    /** Payouts and settlements. */
    PAYOUTS,
    REFUNDS,
    CUSTOMERS,
    /** Unallocated funds and collection accounts. */
    MONEY,
    TICKETS,
    /** Sends callbacks again. */
    CALLBACKS,
    ORGANIZATIONS,
    OPERATORS,
    /** The simulator, and whatever concerns the whole service. */
    CONFIGURATION;

    /** Whether its decisions move money, so that they may need a second person. */
    public boolean decidesMoney() {
        return switch (this) {
            case SLIPS, PAYOUTS, REFUNDS, MONEY -> true;
            case READ, CUSTOMERS, TICKETS, CALLBACKS, ORGANIZATIONS, OPERATORS, CONFIGURATION -> false;
        };
    }
}
