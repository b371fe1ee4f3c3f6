package io.tical.server.merchant;

import io.tical.common.Word;

/** The operations with fees. */
public enum Operation implements Word {
    PAYIN,
    PAYOUT,
    SETTLEMENT
}
