package io.tical.server.outcome;

import io.tical.common.Word;
import io.tical.server.http.Answer;
import io.tical.server.input.JsonBody;
import io.tical.server.rail.Attempt;
import io.tical.server.rail.PayoutOutcome.FailureCode;
import io.tical.server.rail.ReportedOutcomes;
import io.tical.server.rail.ReportedOutcomes.Report;
import java.util.UUID;

/** {@code POST /bank-api/v1/outcomes}: the outcome of an attempt, from the rail that was given it. A repeated request changes nothing. */
record OutcomeRoutes(ReportedOutcomes outcomes) {
    private static final int REFERENCE_MAX = 128;

    /** What became of the transfer. */
    private enum Outcome implements Word {
        DELIVERED,
        FAILED
    }

    /** @param state of the attempt, after the report */
    private record Taken(UUID attempt, Attempt.State state) {}

    /** @param rail whose secret signed the request */
    Answer take(String rail, byte[] body) {
        var json = JsonBody.parse(body);
        var attempt = json.id("attempt");
        var outcome = json.word("outcome", Outcome.class).orElse(Outcome.FAILED);
        var report = switch (outcome) {
            case DELIVERED ->
                new Report.Delivered(
                        json.amount("amount"), json.text("currency", 4), json.text("reference", REFERENCE_MAX));
            case FAILED -> {
                var code = json.wordOrNull("failure_code", FailureCode.class);
                yield new Report.Failed(code == null ? FailureCode.COULD_NOT_PROCESS : code);
            }
        };
        json.check();
        return Answer.ok(new Taken(attempt, outcomes.take(rail, attempt, report)));
    }
}
