package io.tical.server.merchant;

import io.tical.common.Word;

/** The channel of a payin that requested direct matching and found no match. */
public enum MatchFallback implements Word {
    BANK_THEN_QR,
    QR_THEN_BANK,
    /** The payin is refused. */
    OFF
}
