package io.tical.common.admin;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A bank account of the operator. Amounts are minor units.
 *
 * @param approval its change that waits; null without one
 * @param weight its share of new payins in the currency, relative to the other accounts; with 0 it receives none
 * @param reservedPercent how full it is in live: the reserved amounts of its fullest price; payins are refused at 100
 * @param purpose {@code collecting}, {@code paying} or {@code both}
 * @param zone its own; null for that of all accounts that say none
 * @param bankZone in which its bank books
 * @param statements that it should get: {@code none}, {@code intraday} or {@code end_of_day}
 * @param statementHours how old the last of them may become; null for none
 * @param payinMax the largest amount of a payin; null for no limit, like those that follow
 * @param dayInMax what the payins of a day may ask for together
 * @param paymentMax the largest payment of a file
 * @param dayOutMax the sum of the files of a day
 * @param dayOutPayments the payments of the files of a day
 */
public record CollectionAccount(
        UUID id,
        String currency,
        String bankCode,
        String accountNo,
        String holderName,
        @Nullable String promptpayId,
        int weight,
        int version,
        long createdAt,
        long updatedAt,
        int reservedPercent,
        String purpose,
        @Nullable String zone,
        String bankZone,
        String statements,
        @Nullable Integer statementHours,
        @Nullable Long payinMax,
        @Nullable Long dayInMax,
        @Nullable Long paymentMax,
        @Nullable Long dayOutMax,
        @Nullable Integer dayOutPayments,
        Approvals.@Nullable Row approval)
        implements Listed {
    private static final int NEARLY_FULL_PERCENT = 80;

    /** Whether payers may see it. */
    public boolean collects() {
        return !purpose.equals("paying");
    }

    /** Whether payments may be made from it. */
    public boolean pays() {
        return !purpose.equals("collecting");
    }

    /** Whether another account should be added before payins are refused. */
    public boolean nearlyFull() {
        return reservedPercent >= NEARLY_FULL_PERCENT;
    }
}
