package io.tical.server.merchant;

import io.tical.server.problem.Problem;
import java.util.Arrays;
import java.util.Locale;

/** What takes a payin that asked for a direct match and found none (spec, Endpoints rule 1). */
public enum MatchFallback {
    BANK_THEN_QR,
    QR_THEN_BANK,
    /** Nothing: such a payin is refused. */
    OFF;

    /** The fallback as the database and the API write it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** @throws Problem.Invalid when there is no such fallback */
    public static MatchFallback of(String word) {
        return Arrays.stream(values())
                .filter(fallback -> fallback.word().equals(word))
                .findFirst()
                .orElseThrow(() ->
                        new Problem.Invalid("p2p_fallback", "unknown", "must be bank_then_qr, qr_then_bank or off"));
    }
}
