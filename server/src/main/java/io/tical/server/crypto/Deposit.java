package io.tical.server.crypto;

import io.tical.server.transaction.TransactionKey;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A payin by USDT as the chain sees it: an address, and what came there.
 *
 * @param amount micro-USDT that were asked for
 * @param requiredConfirmations how many a payment needs, as told when the deposit was made
 * @param openedAt when the address was given out
 * @param expiresAt what is in a block later than this comes too late
 */
public record Deposit(
        TransactionKey key,
        Network network,
        String address,
        long amount,
        int requiredConfirmations,
        Instant openedAt,
        Instant expiresAt,
        Progress progress) {
    /** How far it has come with its payin. */
    public enum State {
        /** What was asked for is not there yet. */
        WAITING,
        /** It is there; the payin is being told. */
        PAYING,
        /** The payin took it. What comes now is reviewed. */
        PAID,
        /** The payin did not take it, for it was over. What came and comes is reviewed. */
        CLOSED;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        static State of(String word) {
            return valueOf(word.toUpperCase(Locale.ROOT));
        }
    }

    /**
     * How far it has come.
     *
     * @param received micro-USDT at the address, confirmed or not
     * @param txHash the latest transaction that brought some, or null
     * @param confirmations of the least confirmed transfer that counts; 0 while nothing came
     * @param paid what the payin is, or was, told it is paid with; 0 before
     * @param paidBy the transaction that made it enough, or null
     * @param cursor where the next look begins, or null
     * @param version raised by every look
     */
    public record Progress(
            State state,
            long received,
            @Nullable String txHash,
            long confirmations,
            long paid,
            @Nullable String paidBy,
            @Nullable String cursor,
            long version) {
        static final Progress NOTHING = new Progress(State.WAITING, 0, null, 0, 0, null, null, 1);
    }

    Deposit with(Progress next) {
        return new Deposit(key, network, address, amount, requiredConfirmations, openedAt, expiresAt, next);
    }
}
