package io.tical.server.rail;

/**
 * Looks up the holder of a bank account.
 *
 * <p>Failures of the upstream are outcomes, not exceptions. Each request takes up to {@link Upstream#DEADLINE}, so
 * callers must not hold a database connection.
 */
public interface HolderLookup {
    /** The name in settings and in the log. */
    String name();

    /** Whether results are simulated. */
    default boolean simulated() {
        return false;
    }

    /**
     * @param bankCode the bank's abbreviation
     * @param accountNo 6 to 20 digits
     */
    HolderOutcome holder(String bankCode, String accountNo);
}
