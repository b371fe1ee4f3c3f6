package io.tical.server.merchant;

import io.tical.common.Word;

/** The channel of a payin that requested direct matching and found no match (spec, Endpoints rule 1). */
public enum MatchFallback implements Word {
    BANK_THEN_QR,
    QR_THEN_BANK,
    /** The payin is refused. */
    OFF
}
