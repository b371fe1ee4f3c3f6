package io.tical.server.ledger;

import io.tical.server.key.WalletKey;
import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * A wallet's row.
 *
 * @param available minor units the merchant can spend
 * @param held minor units reserved
 * @param inTransit minor units captured
 * @param dailyDate the day that {@code dailyUsed} counts, in the organization's zone
 * @param dailyUsed minor units of payouts on that day
 * @param lastSeq the number of the wallet's newest transfer
 */
public record Wallet(
        WalletKey key,
        long available,
        long held,
        long inTransit,
        @Nullable LocalDate dailyDate,
        long dailyUsed,
        long lastSeq,
        Instant updatedAt) {
    static Wallet empty(WalletKey key, Instant at) {
        return new Wallet(key, 0, 0, 0, null, 0, 0, at);
    }

    /**
     * The day that a payout of today counts towards: never before the day that the wallet counts already, so that a slow clock or a
     * changed time zone does not reset the cap.
     */
    LocalDate countingDay(LocalDate today) {
        return dailyDate != null && dailyDate.isAfter(today) ? dailyDate : today;
    }

    /** Payouts counted towards a day so far. */
    long dailyUsed(LocalDate day) {
        return day.equals(dailyDate) ? dailyUsed : 0;
    }

    long balance(Account account) {
        return switch (account) {
            case AVAILABLE -> available;
            case HELD -> held;
            case IN_TRANSIT -> inTransit;
            case RAIL,
                    FEE,
                    SANDBOX,
                    SUSPENSE,
                    EXCHANGE,
                    INTERORG,
                    BANK_FEE,
                    INTEREST,
                    OWN_TRANSFER,
                    CORRECTION,
                    OTHER -> throw new IllegalArgumentException(account + " has no live balance");
        };
    }
}
