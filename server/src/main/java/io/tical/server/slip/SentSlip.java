package io.tical.server.slip;

import io.tical.common.Word;
import io.tical.server.slip.Check.Result;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A slip, for its payer.
 *
 * @param at when it was uploaded
 * @param reason why it was rejected; null unless it was rejected
 * @param doubt the failed check of an undecided slip; null if none is known
 */
public record SentSlip(
        Instant at,
        SlipStatus status,
        Slip.@Nullable Reason reason,
        @Nullable Doubt doubt) {
    /** A failed check that the payer may be able to correct, because the payer may have sent the wrong slip. */
    public enum Doubt implements Word {
        /** Its transfer was used before. */
        DUPLICATE,
        WRONG_RECEIVER,
        WRONG_AMOUNT,
        /** Its transfer was made before the payin was created. */
        EARLIER;

        /** The first doubt that these checks give, in the order of the constants. A similar picture is not a doubt. */
        static @Nullable Doubt of(List<Check> checks) {
            Doubt first = null;
            for (var check : checks) {
                var doubt = check.result() == Result.MISMATCH ? of(check) : null;
                if (doubt != null && (first == null || doubt.compareTo(first) < 0)) {
                    first = doubt;
                }
            }
            return first;
        }

        private static @Nullable Doubt of(Check check) {
            return switch (check.check()) {
                // The code on the slip may also name another transfer than the verifier.
                case "reference" -> SlipChecks.UNUSED.equals(check.expected()) ? DUPLICATE : null;
                // Banks write names in many ways, so a name alone is for staff.
                case "receiver" -> WRONG_RECEIVER;
                case "amount" -> WRONG_AMOUNT;
                case "time" ->
                    check.expected() instanceof Number earliest
                                    && check.found() instanceof Number at
                                    && at.longValue() < earliest.longValue()
                            ? EARLIER
                            : null;
                default -> null;
            };
        }
    }

    static SentSlip of(Slip slip) {
        var progress = slip.progress();
        var decision = progress.decision();
        return new SentSlip(
                slip.uploadedAt(),
                progress.status(),
                progress.status() == SlipStatus.REJECTED && decision != null ? decision.reason() : null,
                progress.stage().undecided() ? Doubt.of(progress.checks()) : null);
    }
}
