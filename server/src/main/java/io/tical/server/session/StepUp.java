package io.tical.server.session;

import io.tical.server.problem.Problem;
import java.time.Duration;
import java.time.Instant;

/**
 * The proof, repeated within an open session, that the person is still the one who signed in. The operations that change controls need it,
 * so that neither an unattended screen nor a stolen token changes them. Signing in is no such proof.
 */
public final class StepUp {
    public static final String REQUIRED = "STEP_UP_REQUIRED";

    /** How long a proof is valid, in its session only. */
    public static final Duration VALID = Duration.ofMinutes(5);

    private StepUp() {}

    /** @throws Problem.Forbidden {@code STEP_UP_REQUIRED} without a valid proof */
    public static void require(Directory.Person person, Instant now) {
        var provedAt = person.provedAt();
        if (provedAt == null || !now.isBefore(provedAt.plus(VALID))) {
            throw new Problem.Forbidden(
                    REQUIRED,
                    "This operation needs a fresh proof of who you are. Send the code of your authenticator app as code, or your"
                            + " password as password if you have no second factor, to POST /admin/v1/session/step-up, and repeat"
                            + " this request within " + VALID.toMinutes() + " minutes.");
        }
    }
}
