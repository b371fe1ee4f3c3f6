package io.tical.server.slip;

import io.tical.server.rail.Upstream;
import io.tical.server.rail.UpstreamFailure;

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

    /**
     * Like {@link #ask}, but a failure of the upstream is an outcome. Services that know only banks' slips call a wallet's no slip, though
     * its code was read: that tells nothing of the transfer.
     */
    default SlipOutcome verify(SlipQuestion question) {
        try {
            var outcome = ask(question);
            return outcome instanceof SlipOutcome.Rejected(var reason)
                            && reason == SlipOutcome.Reason.NOT_A_SLIP
                            && question.isOfWallet()
                    ? new SlipOutcome.Unavailable(UpstreamFailure.unsupported(
                            name() + " does not verify slips of the TrueMoney wallet by their QR code"))
                    : outcome;
        } catch (UpstreamFailure failure) {
            return new SlipOutcome.Unavailable(failure);
        }
    }
}
