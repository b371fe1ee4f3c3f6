package io.tical.server.ledger;

import io.tical.common.Word;
import java.util.Locale;

/**
 * The accounts of one organization, environment and currency, and of the operator's own books, whose organization is {@link
 * io.tical.server.key.TransactionKey#SERVICE}. The wallet accounts have a row and are never negative; the others are sums of
 * transfers, so no transaction locks them.
 */
public enum Account implements Word {
    /** Funds that the merchant can spend. */
    AVAILABLE(true),
    /** Funds reserved for a payout or a refund that is not complete. */
    HELD(true),
    /** Funds captured for a payout or a settlement in progress. */
    IN_TRANSIT(true),
    /** Money outside the service, which entered and left through rails. */
    RAIL(false),
    /** The operator's fees. */
    FEE(false),
    /** The source of test funds. */
    SANDBOX(false),
    /** Unallocated funds. */
    SUSPENSE(false),
    /** The other side of a conversion. */
    EXCHANGE(false),
    /** The other organization of a transfer between two. */
    INTERORG(false),
    /** What banks charge the operator: its expense. */
    BANK_FEE(false),
    /** What banks pay the operator for its money: its income. */
    INTEREST(false),
    /** Between two accounts of the operator; zero once both have said it. */
    OWN_TRANSFER(false),
    /** What a bank booked wrongly, and what corrected it; zero once both have been said. */
    CORRECTION(false),
    /** The operator's other income and expenses. */
    OTHER(false);

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
