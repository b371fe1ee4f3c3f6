package io.tical.server.crypto;

import io.tical.common.Word;
import io.tical.server.rail.ChainTransfer;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Comparator;
import java.util.Locale;

/**
 * A transfer to the address of a deposit, as recorded. None is ever deleted.
 *
 * @param txHash with the network and the log index what tells it from every other
 * @param units the token's smallest units that came
 * @param amount the same in whole micro-USDT
 * @param block the number of its block
 * @param confirmations as last seen; no longer counted once it has enough
 * @param at when its block was made
 */
public record Transfer(
        Network network,
        String txHash,
        long logIndex,
        String sender,
        BigInteger units,
        MicroUsdt amount,
        long block,
        long confirmations,
        Instant at,
        State state) {
    /** As the chain has them. */
    static final Comparator<Transfer> IN_ORDER =
            Comparator.comparingLong(Transfer::block).thenComparingLong(Transfer::logIndex);

    /** What became of it. */
    public enum State implements Word {
        /** On the chain, with too few confirmations yet. */
        SEEN,
        /** The chain undid it before it had enough. It may come again. */
        WITHDRAWN,
        /** It has enough confirmations, and waits for the rest of the amount. */
        CONFIRMED,
        /** With it the amount is there; the payin is being told. */
        COUNTED,
        /** Part of what the payin was paid with. */
        CREDITED,
        /** It came too late, or for nothing that is open, or too little came: people decide. */
        REVIEW;

        static State of(String word) {
            return valueOf(word.toUpperCase(Locale.ROOT));
        }

        /** Whether it has all the confirmations it needs, so that nothing on the chain changes it. */
        boolean settled() {
            return switch (this) {
                case SEEN, WITHDRAWN -> false;
                case CONFIRMED, COUNTED, CREDITED, REVIEW -> true;
            };
        }
    }

    /** What names it on its network. */
    record Event(String txHash, long logIndex) {}

    Event event() {
        return new Event(txHash, logIndex);
    }

    /** @throws ArithmeticException when it is more USDT than there is */
    static Transfer seen(Network network, ChainTransfer told) {
        return new Transfer(
                network,
                told.txHash(),
                told.logIndex(),
                told.sender(),
                told.units(),
                MicroUsdt.of(told.units(), network),
                told.block(),
                told.confirmations(),
                told.at(),
                State.SEEN);
    }

    Transfer in(State next) {
        return new Transfer(network, txHash, logIndex, sender, units, amount, block, confirmations, at, next);
    }
}
