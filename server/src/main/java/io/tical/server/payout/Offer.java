package io.tical.server.payout;

import io.tical.server.transaction.TransactionKey;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A payout that a payer may pay in the place of a rail.
 *
 * @param amount minor units that its payee is to have, to the last
 * @param until when it is sent by its rail instead
 */
public record Offer(
        TransactionKey payout,
        String currency,
        long amount,
        String bankCode,
        String accountNo,
        String holderName,
        Instant until) {

    /** The offer of a payout that is about to be sent. */
    static Offer of(Payout payout, Instant until) {
        var terms = payout.terms();
        return new Offer(
                payout.key(),
                terms.currency(),
                terms.amount(),
                terms.bankCode(),
                terms.accountNo(),
                terms.holderName(),
                until);
    }

    /** Whether the account is the one that the payer pays from: nobody pays himself. */
    boolean isOwn(@Nullable Payer payer) {
        return payer != null
                && payer.bankCode().equals(bankCode)
                && payer.accountNo().equals(accountNo);
    }

    /** From which account a payin is expected. */
    public record Payer(String bankCode, String accountNo) {}
}
