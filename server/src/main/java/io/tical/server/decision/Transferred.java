package io.tical.server.decision;

import io.tical.common.admin.DecisionTerms;
import io.tical.common.admin.DecisionTerms.Difference;
import io.tical.server.input.JsonBody;
import io.tical.server.input.Texts;
import io.tical.server.problem.Problem;
import io.tical.server.rail.BankTransfer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a decision says about money that moved at a bank.
 *
 * @param terms what the decision requires
 * @param amount what was transferred, in minor units of the currency of the terms; it is what the decision books
 * @param reference of the transfer; null if the request names none
 */
public record Transferred(
        DecisionTerms terms, long amount, @Nullable String reference) {
    /** The field with the reference of the transfer. */
    public static final String REFERENCE = "reference";

    private static final String OVERRIDE_REASON = "override_reason";
    private static final int REASON_MAX = 32;
    private static final int REFERENCE_MAX = 100;

    /** The difference from an expected amount that needs no reason: one per cent. */
    private static final long TOLERATED_PARTS = 100;

    /** Terms of a transfer of exactly this amount, which the request does not name. */
    public static DecisionTerms exactly(String currency, long amount, List<String> required) {
        return new DecisionTerms(currency, amount, 0, null, required, List.of(), List.of());
    }

    /** Terms of a transfer by staff, of which a part may have arrived. */
    public static DecisionTerms sent(String currency, long amount, List<String> required) {
        var tolerance = amount / TOLERATED_PARTS;
        return new DecisionTerms(currency, amount, tolerance, null, required, List.of(), OverrideReason.ofSent());
    }

    /** Reads the reference of a transfer, without spaces; null if the field is absent or blank. */
    public static @Nullable String reference(JsonBody body) {
        var written = body.textOrNull(REFERENCE, REFERENCE_MAX);
        return written == null || Texts.blank(written) ? null : BankTransfer.withoutSpaces(written);
    }

    /** Records the fields that the request leaves out although the terms require them. */
    void requireFields(JsonBody body) {
        for (var field : terms.required()) {
            if (!field.equals(REFERENCE)) {
                body.require(field);
            } else if (reference == null) {
                body.missing(field);
            }
        }
    }

    /** Reads the field {@code override_reason}; null without one, and if the terms have no reasons. */
    @Nullable
    String overrideReason(JsonBody body) {
        if (terms.reasons().isEmpty()) {
            return null;
        }
        var reason = body.textOrNull(OVERRIDE_REASON, REASON_MAX);
        if (reason != null && !terms.reasons().contains(reason)) {
            body.wrong(OVERRIDE_REASON, "unknown", "must be one of " + String.join(", ", terms.reasons()));
        }
        return reason;
    }

    /**
     * Requires a reason and a note of a decision that overrides failed checks, or books another amount than the expected one.
     *
     * @throws Problem.Invalid without one of them
     */
    void requireReason(@Nullable String overrideReason, @Nullable String note) {
        if (!terms.needsReason(amount)) {
            return;
        }
        var overridden = overridden();
        var errors = new ArrayList<Problem.FieldError>();
        if (overrideReason == null) {
            errors.add(new Problem.FieldError(
                    OVERRIDE_REASON,
                    "required",
                    "is required, because " + overridden + ": choose one of " + String.join(", ", terms.reasons())));
        }
        if (note == null || Texts.blank(note)) {
            errors.add(new Problem.FieldError(
                    "note",
                    "required",
                    "is required, because " + overridden + "; explain the decision to your colleagues"));
        }
        Problem.Invalid.check(errors);
    }

    private String overridden() {
        return differences().isEmpty()
                ? "the amount differs from the expected one"
                : "these checks failed: " + String.join(", ", differences());
    }

    /** The names of the failed checks that the decision overrides. */
    List<String> differences() {
        return terms.differences().stream().map(Difference::check).toList();
    }
}
