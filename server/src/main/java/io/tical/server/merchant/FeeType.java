package io.tical.server.merchant;

import io.tical.common.Word;

/** What has a fee of its own; an {@code operation} in the API. */
public enum FeeType implements Word {
    PAYIN,
    PAYOUT,
    SETTLEMENT
}
