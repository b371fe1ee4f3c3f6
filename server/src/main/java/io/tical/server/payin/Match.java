package io.tical.server.payin;

import io.tical.server.ledger.WalletKey;
import io.tical.server.payout.Offers;
import io.tical.server.transaction.TransactionKey;
import java.time.Instant;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * That a payin pays a payout. The payer sends the money to the payee, and it never was on an account of the operator's.
 *
 * @param attemptId the claim on the payout's leg
 * @param amount minor units, of both
 * @param offeredUntil until when the payout is offered again when this is given up
 * @param releaseAt when it is given up, unless a slip waits; null while the payin is open
 */
record Match(
        TransactionKey payin,
        TransactionKey payout,
        UUID attemptId,
        String currency,
        long amount,
        State state,
        Instant offeredUntil,
        @Nullable Instant releaseAt,
        Instant createdAt,
        @Nullable Instant closedAt) {
    /** What became of it. */
    enum State {
        /** The payout waits for this payin's payment. */
        OPEN,
        /** The payment completed the payout. */
        COMPLETED,
        /** The payout went on without it; a payment that comes all the same is owed by the payee. */
        RELEASED;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        static State of(String word) {
            return valueOf(word.toUpperCase(Locale.ROOT));
        }
    }

    static Match open(TransactionKey payin, Offers.Claim claim, Instant now) {
        var offer = claim.offer();
        return new Match(
                payin,
                offer.payout(),
                claim.attemptId(),
                offer.currency(),
                offer.amount(),
                State.OPEN,
                offer.until(),
                null,
                now,
                null);
    }

    boolean isOpen() {
        return state == State.OPEN;
    }

    Match closed(State end, Instant at) {
        return new Match(payin, payout, attemptId, currency, amount, end, offeredUntil, null, createdAt, at);
    }

    WalletKey payoutWallet() {
        return new WalletKey(payout.organizationId(), payout.livemode(), currency);
    }
}
