package io.tical.server.merchant;

import io.tical.common.Word;
import java.util.Locale;

/** What a limit is for: the channels that money comes in by, and payouts. */
public enum Method implements Word {
    BANK,
    QRCODE,
    CRYPTO,
    PAYOUT;

    static Method of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}
