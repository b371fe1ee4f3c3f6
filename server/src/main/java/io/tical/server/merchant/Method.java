package io.tical.server.merchant;

import java.util.Locale;

/** What a limit is for: the channels that money comes in by, and payouts. */
public enum Method {
    BANK,
    QRCODE,
    CRYPTO,
    PAYOUT;

    /** The method as the database and the API write it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Method of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}
