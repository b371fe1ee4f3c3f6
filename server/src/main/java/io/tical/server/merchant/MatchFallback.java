package io.tical.server.merchant;

import io.tical.common.Word;
import io.tical.server.problem.Problem;

/** The channel of a payin that requested direct matching and found no match (spec, Endpoints rule 1). */
public enum MatchFallback implements Word {
    BANK_THEN_QR,
    QR_THEN_BANK,
    /** The payin is refused. */
    OFF;

    /** @throws Problem.Invalid if there is no such fallback */
    public static MatchFallback of(String word) {
        return Word.find(MatchFallback.class, word)
                .orElseThrow(() ->
                        new Problem.Invalid("p2p_fallback", "unknown", "must be bank_then_qr, qr_then_bank or off"));
    }
}
