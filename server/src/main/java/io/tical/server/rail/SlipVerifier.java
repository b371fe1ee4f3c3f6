package io.tical.server.rail;

/**
 * Verifies with an upstream that the transfer of a slip was made. Only the upstream's result is trusted, not the
 * content of a slip.
 *
 * <p>Each request takes up to {@link Upstream#DEADLINE}, so callers must not hold a database connection.
 */
public interface SlipVerifier {
    /** The name in settings, and of the verifier in stored results. */
    String name();

    /** @throws UpstreamFailure if there is no valid response */
    SlipOutcome ask(SlipQuestion question);

    /** Like {@link #ask}, but a failure of the upstream is an outcome. */
    default SlipOutcome verify(SlipQuestion question) {
        try {
            return ask(question);
        } catch (UpstreamFailure failure) {
            return new SlipOutcome.Unavailable(failure);
        }
    }
}
