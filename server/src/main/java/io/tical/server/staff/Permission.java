package io.tical.server.staff;

import io.tical.common.Word;

/** The permissions of operators; {@link Operator.Role} has those of each role. */
public enum Permission implements Word {
    /** Reads everything except passwords and secrets. */
    READ,
    SLIPS,
    /** Payouts and settlements. */
    PAYOUTS,
    REFUNDS,
    CUSTOMERS,
    /** Unallocated funds, payments of payins and collection accounts. */
    MONEY,
    TICKETS,
    /** Redelivers callbacks. */
    CALLBACKS,
    ORGANIZATIONS,
    OPERATORS,
    /** The simulator, and everything that concerns the whole service. */
    CONFIGURATION;

    /** Whether its decisions move money, so that they may need a second person. */
    public boolean decidesMoney() {
        return switch (this) {
            case SLIPS, PAYOUTS, REFUNDS, MONEY -> true;
            case READ, CUSTOMERS, TICKETS, CALLBACKS, ORGANIZATIONS, OPERATORS, CONFIGURATION -> false;
        };
    }
}
