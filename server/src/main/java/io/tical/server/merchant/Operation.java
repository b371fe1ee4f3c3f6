package io.tical.server.merchant;

import io.tical.common.Word;
import java.util.Locale;

/** The operations with fees. */
public enum Operation implements Word {
    PAYIN,
    PAYOUT,
    SETTLEMENT;

    static Operation of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}
