package io.tical.server.merchant;

import io.tical.common.Word;
import java.util.Locale;

/** The payment methods with limits: the payin channels, and payouts. */
public enum Method implements Word {
    BANK,
    QRCODE,
    CRYPTO,
    PAYOUT;

    static Method of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}
