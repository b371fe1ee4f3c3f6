package io.tical.server.rail;

/**
 * Asks whoever knows whether a transfer slip tells of a transfer that happened. Nothing printed on a slip is believed but
 * what comes back from here.
 *
 * <p>A call never throws for what the other side does. Every request that it takes answers within {@link
 * Upstream#DEADLINE}, so it must not be made while a database connection is held.
 */
public interface SlipVerifier {
    /** The name as the setting and the log write it. */
    String name();

    /** Whether the answers are made up. */
    boolean simulated();

    SlipOutcome verify(SlipQuestion question);
}
