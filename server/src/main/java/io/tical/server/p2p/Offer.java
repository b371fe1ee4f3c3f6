package io.tical.server.p2p;

import io.tical.server.key.TransactionKey;
import io.tical.server.payout.Payout;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A payout offered to payers, who may pay it instead of a rail.
 *
 * @param amount minor units that the payee receives
 * @param until the end of the offer; then a rail sends the payout
 */
public record Offer(
        TransactionKey payout,
        String currency,
        long amount,
        String bankCode,
        String accountNo,
        String holderName,
        Instant until) {
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

    /** Whether the payee's account is the payer's own. */
    boolean isOwn(@Nullable Payer payer) {
        return payer != null
                && payer.bankCode().equals(bankCode)
                && payer.accountNo().equals(accountNo);
    }

    /** The account of the expected payer. */
    public record Payer(String bankCode, String accountNo) {}
}
