package io.tical.server.crypto;

import static io.tical.server.transaction.StateTable.row;

import io.tical.common.Word;
import io.tical.server.crypto.ChainWatcher.ChainTransfer;
import io.tical.server.rail.TransferName;
import io.tical.server.transaction.StateTable;
import io.tical.server.transaction.StateTable.NoEffect;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/**
 * A transfer to the address of a deposit, as recorded. Transfers are never deleted.
 *
 * @param txHash unique together with the network and the log index
 * @param units in the token's smallest unit
 * @param amount the amount in whole micro-USDT
 * @param block the number of its block
 * @param confirmations at the last poll; not updated once it has enough
 * @param at the time of its block
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
    /** The order of the chain. */
    static final Comparator<Transfer> IN_ORDER =
            Comparator.comparingLong(Transfer::block).thenComparingLong(Transfer::logIndex);

    /** The states of a transfer and their transitions. */
    public enum State implements Word {
        /** On the chain, with too few confirmations yet. */
        SEEN,
        /** The chain dropped it before it had enough confirmations. It may return. */
        WITHDRAWN,
        /** It is confirmed; the deposit's amount is not covered yet. */
        CONFIRMED,
        /** The amount is covered; the payee has not decided yet. */
        COUNTED,
        /** It is part of the payin's payment. */
        CREDITED,
        /** Unallocated funds: it is late, exceeds the payment, or the payment is incomplete. Operators decide. */
        REVIEW;

        /** The triggers of transitions. */
        enum Trigger implements Word {
            /** A poll finds it on the chain. */
            SEE,
            /** A poll no longer finds it. */
            WITHDRAW,
            /** It has enough confirmations. */
            CONFIRM,
            /** The confirmed transfers cover the amount. */
            COUNT,
            /** The payee accepts the payment. */
            CREDIT,
            /** It pays no deposit. */
            REFER
        }

        static final StateTable<State, Trigger, NoEffect> TABLE = StateTable.of(
                "transfer",
                row(SEEN, Trigger.SEE, SEEN),
                row(SEEN, Trigger.WITHDRAW, WITHDRAWN),
                row(SEEN, Trigger.CONFIRM, CONFIRMED),
                row(WITHDRAWN, Trigger.SEE, SEEN),
                row(CONFIRMED, Trigger.COUNT, COUNTED),
                row(CONFIRMED, Trigger.REFER, REVIEW),
                row(COUNTED, Trigger.CREDIT, CREDITED),
                row(COUNTED, Trigger.REFER, REVIEW));

        /** Whether it has enough confirmations, so that polls no longer change it. */
        boolean settled() {
            return !TABLE.allows(this, Trigger.SEE);
        }
    }

    /** Identifies a transfer on its network. */
    record Event(String txHash, long logIndex) {}

    /** The name by which its transaction is compared with those that people name. */
    TransferName name(boolean livemode) {
        return TransferName.of(txHash, livemode);
    }

    Event event() {
        return new Event(txHash, logIndex);
    }

    /** @throws ArithmeticException when the amount exceeds the supply of USDT */
    static Transfer seen(Network network, ChainTransfer found) {
        return new Transfer(
                network,
                found.txHash(),
                found.logIndex(),
                found.sender(),
                found.units(),
                MicroUsdt.of(found.units(), network),
                found.block(),
                found.confirmations(),
                found.at(),
                State.SEEN);
    }

    /** The whole micro-USDT of these transfers. */
    public static long sum(List<Transfer> transfers) {
        return transfers.stream()
                .mapToLong(transfer -> transfer.amount().micro())
                .reduce(0, Math::addExact);
    }

    /** This transfer as unallocated funds, whatever it would pay. */
    Transfer referred() {
        return in(State.REVIEW);
    }

    /** This transfer after a transition. */
    Transfer on(State.Trigger trigger) {
        return in(State.TABLE.on(state, trigger).to());
    }

    private Transfer in(State next) {
        return new Transfer(network, txHash, logIndex, sender, units, amount, block, confirmations, at, next);
    }
}
