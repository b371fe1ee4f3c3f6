package io.tical.server.merchant;

import io.tical.common.Word;

/** The payment methods with limits: the payin channels, and payouts. */
public enum Method implements Word {
    BANK,
    QRCODE,
    CRYPTO,
    PAYOUT
}
