package io.tical.server.crypto;

import static io.tical.server.transaction.StateTable.row;

import io.tical.common.Word;
import io.tical.server.transaction.StateTable;
import io.tical.server.transaction.StateTable.NoEffect;
import io.tical.server.transaction.TransactionKey;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The deposit address of a payin in USDT, and the transfers to it.
 *
 * @param amount of the payin, in micro-USDT
 * @param requiredConfirmations how many a transfer needs, fixed when the deposit was created
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
    /** Its states, and the table of their transitions. */
    public enum State implements Word {
        /** The confirmed transfers do not cover its amount yet. */
        WAITING,
        /** They cover it; the payee has not answered yet. */
        PAYING,
        /** The payee took the payment. Later transfers are reviewed. */
        PAID,
        /** The payee refused the payment, because the payin was over. All transfers are reviewed. */
        CLOSED;

        /** What causes a transition. */
        enum Trigger implements Word {
            /** Confirmed transfers cover its amount. */
            COVER,
            /** The payee takes the payment. */
            TAKE,
            /** The payee refuses the payment. */
            REFUSE
        }

        static final StateTable<State, Trigger, NoEffect> TABLE = StateTable.of(
                "deposit",
                State.class,
                Trigger.class,
                row(WAITING, Trigger.COVER, PAYING),
                row(PAYING, Trigger.TAKE, PAID),
                row(PAYING, Trigger.REFUSE, CLOSED));

        /** @throws io.tical.server.problem.Problem.Conflict {@code DEPOSIT_STATUS_TRANSITION_INVALID} when there is none */
        State on(Trigger trigger) {
            return TABLE.on(this, trigger).to();
        }
    }

    /**
     * What has happened to it so far.
     *
     * @param received micro-USDT at the address, confirmed or not
     * @param txHash the latest transaction to the address, or null
     * @param confirmations of the least confirmed transfer; 0 without transfers
     * @param paid micro-USDT that pay the payin; 0 until they cover its amount
     * @param paidBy the transaction that covered the amount, or null
     * @param cursor where the next poll of the chain starts, or null
     * @param version raised by every poll
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
