package io.tical.server.rail;

/**
 * Verifies with an upstream that the transfer of a slip was made. Only the upstream's result is trusted, not the
 * content of a slip.
 *
 * <p>Failures of the upstream are outcomes, not exceptions. Each request takes up to {@link Upstream#DEADLINE}, so
 * callers must not hold a database connection.
 */
public interface SlipVerifier {
    /** The name in settings and in the log. */
    String name();

    /** Whether results are simulated. */
    default boolean simulated() {
        return false;
    }

    SlipOutcome verify(SlipQuestion question);
}
