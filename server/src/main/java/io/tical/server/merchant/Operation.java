package io.tical.server.merchant;

import java.util.Locale;

/** What a fee is taken for. */
public enum Operation {
    PAYIN,
    PAYOUT,
    SETTLEMENT;

    /** The operation as the database and the API write it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Operation of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}
