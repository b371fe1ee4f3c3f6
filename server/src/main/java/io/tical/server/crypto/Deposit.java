package io.tical.server.crypto;

import static io.tical.server.transaction.StateTable.row;

import io.tical.common.Word;
import io.tical.server.key.TransactionKey;
import io.tical.server.transaction.StateTable;
import io.tical.server.transaction.StateTable.NoEffect;
import java.math.BigInteger;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The deposit address of a payin in USDT, and the transfers to it.
 *
 * @param amount the amount of the payin, in micro-USDT
 * @param requiredConfirmations required for each transfer, fixed at creation
 * @param openedAt when the address was assigned
 * @param expiresAt a transfer in a later block is late
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
    /** The states of a deposit and their transitions. */
    public enum State implements Word {
        /** The confirmed transfers do not cover its amount yet. */
        WAITING,
        /** The confirmed transfers cover its amount; the payee has not accepted or refused it yet. */
        PAYING,
        /** The payee accepted the payment. Later transfers are unallocated funds. */
        PAID,
        /** The payee refused the payment, because the payin had ended. All transfers are unallocated funds. */
        CLOSED;

        /** The triggers of transitions. */
        enum Trigger implements Word {
            /** Confirmed transfers cover its amount. */
            COVER,
            /** The payee accepts the payment. */
            TAKE,
            /** The payee refuses the payment. */
            REFUSE
        }

        static final StateTable<State, Trigger, NoEffect> TABLE = StateTable.of(
                "deposit",
                row(WAITING, Trigger.COVER, PAYING),
                row(PAYING, Trigger.TAKE, PAID),
                row(PAYING, Trigger.REFUSE, CLOSED));
    }

    /**
     * The progress of a deposit.
     *
     * @param received micro-USDT at the address, confirmed or not
     * @param txHash the latest transaction to the address, or null
     * @param confirmations of the least confirmed transfer; 0 without transfers
     * @param paid micro-USDT that pay the payin; 0 until they cover its amount
     * @param paidBy the transaction that covered the amount, or null
     * @param cursor where the next poll of the chain starts, or null
     * @param version incremented by every poll and check
     * @param check the last check
     */
    public record Progress(
            State state,
            long received,
            @Nullable String txHash,
            long confirmations,
            long paid,
            @Nullable String paidBy,
            @Nullable String cursor,
            long version,
            Check check) {
        static final Progress NOTHING = new Progress(State.WAITING, 0, null, 0, 0, null, null, 1, Check.NONE);
    }

    /**
     * What the last check of the address found.
     *
     * @param through the time of the block up to which all final transfers are known; null before the first check
     * @param difference the balance, minus what came, plus what left, in the token's smallest units; null if it is zero
     * @param differsSince the {@code through} of the first of the checks in a row that found a difference, or null
     */
    public record Check(
            @Nullable Instant through,
            @Nullable BigInteger difference,
            @Nullable Instant differsSince) {
        static final Check NONE = new Check(null, null, null);

        /** The result of the next check. */
        Check next(Instant checked, BigInteger found) {
            return found.signum() == 0
                    ? new Check(checked, null, null)
                    : new Check(checked, found, differsSince == null ? checked : differsSince);
        }

        /** Whether the last two checks or more found a difference; one may be too early. */
        boolean differs() {
            return differsSince != null && through != null && differsSince.isBefore(through);
        }

        /** Whether all final transfers until a moment are known. */
        boolean covers(Instant moment) {
            return through != null && !through.isBefore(moment);
        }
    }

    /** Whether a transfer is late: compares the time of its block, not that of the poll. */
    public boolean late(Transfer transfer) {
        return transfer.at().isAfter(expiresAt);
    }

    Deposit expiring(Instant at) {
        return new Deposit(key, network, address, amount, requiredConfirmations, openedAt, at, progress);
    }

    Deposit with(Progress next) {
        return new Deposit(key, network, address, amount, requiredConfirmations, openedAt, expiresAt, next);
    }

    Deposit checked(Check check) {
        return with(new Progress(
                progress.state(),
                progress.received(),
                progress.txHash(),
                progress.confirmations(),
                progress.paid(),
                progress.paidBy(),
                progress.cursor(),
                progress.version(),
                check));
    }
}
