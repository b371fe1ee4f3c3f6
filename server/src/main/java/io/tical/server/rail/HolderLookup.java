package io.tical.server.rail;

/**
 * Asks in whose name a bank account is.
 *
 * <p>A call never throws for what the other side does. Every request that it takes answers within {@link
 * Upstream#DEADLINE}, so it must not be made while a database connection is held.
 */
public interface HolderLookup {
    /** The name as the setting and the log write it. */
    String name();

    /** Whether the answers are made up. */
    boolean simulated();

    /**
     * @param bankCode the bank's abbreviation
     * @param accountNo 6 to 20 digits
     */
    HolderOutcome holder(String bankCode, String accountNo);
}
