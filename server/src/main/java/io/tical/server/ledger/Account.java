package io.tical.server.ledger;

import io.tical.common.Word;
import java.util.Locale;

/**
 * Where money can be, within one organization, environment and currency. The wallet accounts have a live row and are
 * never negative; the others are sums over the journal, so they are never hot.
 */
public enum Account implements Word {
    /** The merchant may spend it. */
    AVAILABLE(true),
    /** Reserved for something that may still not happen. */
    HELD(true),
    /** Captured for something under way. */
    IN_TRANSIT(true),
    /** Outside: what entered and left through rails. */
    RAIL(false),
    /** The operator's fees. */
    FEE(false),
    /** Where test money comes from. */
    SANDBOX(false),
    /** Money that nobody could match yet. */
    SUSPENSE(false),
    /** The other side of a conversion. */
    EXCHANGE(false),
    /** The other organization of a transfer between two. */
    INTERORG(false);

    private final boolean wallet;

    Account(boolean wallet) {
        this.wallet = wallet;
    }

    /** Whether it is one of the three balances of a wallet. */
    public boolean wallet() {
        return wallet;
    }

    public static Account of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}
