package io.tical.server.p2p;

import io.tical.common.Word;
import io.tical.server.key.TransactionKey;
import io.tical.server.transaction.StateTable;
import io.tical.server.transaction.StateTable.NoEffect;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A match of a payin with a payout: the payer sends the money directly to the payee.
 *
 * @param attemptId the attempt of the payout's leg that the payment completes
 * @param amount minor units of both the payin and the payout
 * @param offeredUntil the end of the payout's offer, if this match is released
 * @param releaseAt when the match is released, unless a slip is undecided; null while the payin is open
 */
public record Match(
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
    /** The states of a match. */
    public enum State implements Word {
        /** The payout waits for the payment of this payin. */
        OPEN,
        /** The payment completed the payout. */
        COMPLETED,
        /** The payout is sent without this payin. If the payment still arrives, the payee owes it. */
        RELEASED
    }

    /** The triggers of transitions. */
    public enum Trigger implements Word {
        /** The payment was confirmed. */
        COMPLETE,
        /** The payin ended without a payment, or staff released the match. */
        RELEASE
    }

    public static final StateTable<State, Trigger, NoEffect> TABLE = StateTable.of(
            "match",
            StateTable.row(State.OPEN, Trigger.COMPLETE, State.COMPLETED),
            StateTable.row(State.OPEN, Trigger.RELEASE, State.RELEASED));

    public static Match open(TransactionKey payin, Offers.Claim claim, Instant now) {
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

    public boolean isOpen() {
        return state == State.OPEN;
    }

    public boolean isReleased() {
        return state == State.RELEASED;
    }

    /** The match after its end. */
    public Match on(Trigger trigger, Instant at) {
        var end = TABLE.on(state, trigger).to();
        return new Match(payin, payout, attemptId, currency, amount, end, offeredUntil, null, createdAt, at);
    }
}
