package io.tical.server.rail;

import io.tical.server.problem.Problem;
import java.util.List;
import java.util.Locale;
import java.util.UUID;

/**
 * The outcomes that rails report themselves about attempts of live keys. A repeated report changes nothing.
 *
 * @param sent the attempts of each type of object
 */
public record ReportedOutcomes(List<SentAttempts<?>> sent) {
    /** What a rail reports. */
    public sealed interface Report {
        /**
         * @param amount minor units
         * @param reference of the transfer at the rail
         */
        record Delivered(long amount, String currency, String reference) implements Report {}

        record Failed(PayoutOutcome.FailureCode code) implements Report {}
    }

    /**
     * Records what a rail reports about an attempt that it was given.
     *
     * @return the state of the attempt now
     * @throws Problem.NotFound {@code ATTEMPT_NOT_FOUND} if this rail has no such attempt
     * @throws Problem.Invalid if the currency is not the attempt's
     */
    public Attempt.State take(String rail, UUID attemptId, Report report) {
        for (var one : sent) {
            var found = one.find(attemptId)
                    .filter(attempt -> attempt.attempt().rail().equals(rail));
            if (found.isPresent()) {
                take(one, found.get(), report);
                var now = one.find(attemptId).orElseThrow();
                if (now.attempt().state() == Attempt.State.DEAD
                        && found.get().attempt().state() == Attempt.State.OPEN) {
                    // It ended meanwhile, perhaps before this delivery of another amount, which is late then.
                    take(one, now, report);
                }
                return now.attempt().state();
            }
        }
        throw new Problem.NotFound(
                "ATTEMPT_NOT_FOUND",
                "The rail " + rail + " was given no attempt " + attemptId
                        + ". Send the id that the request to the rail contained; repeat the report later if the service was just"
                        + " restored.");
    }

    private static void take(SentAttempts<?> sent, SentAttempts.Sent found, Report report) {
        sent.report(found.key(), found.attempt().id(), outcome(found, report));
    }

    private static PayoutOutcome outcome(SentAttempts.Sent found, Report report) {
        var attempt = found.attempt();
        return switch (report) {
            case Report.Delivered(var amount, var currency, var reference) -> {
                if (!currency.equals(found.currency())) {
                    throw new Problem.Invalid(
                            "currency", "mismatch", "must be the currency of the attempt, " + found.currency());
                }
                yield attempt.state() == Attempt.State.OPEN && amount != attempt.amount()
                        ? new PayoutOutcome.Unknown(String.format(
                                Locale.ROOT,
                                "the rail reports an amount that was not sent: %d instead of %d minor units",
                                amount,
                                attempt.amount()))
                        : new PayoutOutcome.Delivered(amount, reference, PayoutOutcome.Sender.UNKNOWN);
            }
            case Report.Failed(var code) -> new PayoutOutcome.Failed(code, "The bank refused this transfer");
        };
    }
}
