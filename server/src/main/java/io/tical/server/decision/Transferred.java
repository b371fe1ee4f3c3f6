package io.tical.server.decision;

import io.tical.common.admin.DecisionTerms;
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
}
