package io.tical.server.slip;

import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import io.tical.server.payin.PayinSlips.Found;
import io.tical.server.problem.Problem;
import io.tical.server.rail.BankTransfer;
import io.tical.server.rail.PaidTransfer;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Claims on transfers, across organizations but within one environment. They make sure that a transfer pays once. A slip claims
 * the transfer that it proves; a payment that staff record claims the transfer that they name.
 *
 * <p>References are unique only within a bank, and a bank may be unknown, so no unique key can tell whether two claims are on the same
 * transfer. Therefore claims on the same reference wait for each other until their transactions end.
 */
final class TransferClaims {
    /**
     * A claim.
     *
     * @param payin the payin that the transfer pays, or for which it became unallocated funds
     * @param slipId the slip that proves it; null for a payment that staff recorded
     */
    record Claim(
            BankTransfer transfer,
            TransactionKey payin,
            @Nullable UUID slipId) {
        static Claim of(Slip slip, Slip.Transfer transfer) {
            return new Claim(
                    new BankTransfer(transfer.bank(), transfer.reference()),
                    slip.payin(),
                    slip.key().id());
        }

        /** What the transfer paid. */
        PaidTransfer paid() {
            return PaidTransfer.received(transfer.reference(), payin);
        }

        /** Whether staff recorded the payment. */
        boolean byStaff() {
            return slipId == null;
        }

        boolean of(Slip slip) {
            return slip.key().id().equals(slipId) && slip.key().organizationId().equals(payin.organizationId());
        }
    }

    private TransferClaims() {}

    /**
     * Claims a transfer for a slip's payin.
     *
     * @return an existing claim of another slip or of a payment that staff recorded, which may be on this transfer; empty if the slip now
     *     has the claim
     */
    static Optional<Claim> claim(Session session, Slip slip, Slip.Transfer transfer) {
        var others = TransferClaimStore.settled(session, slip.key().livemode(), transfer.reference());
        if (others.stream().anyMatch(other -> other.of(slip))) {
            return Optional.empty();
        }
        var excluding = excluding(slip, transfer, others);
        if (excluding.isEmpty()) {
            insert(session, Claim.of(slip, transfer));
        }
        return excluding;
    }

    /** An existing claim that may be on the transfer of a slip that has not claimed it. */
    static Optional<Claim> excluding(Session session, Slip slip, Slip.Transfer transfer) {
        return excluding(
                slip, transfer, TransferClaimStore.on(session, slip.key().livemode(), transfer.reference()));
    }

    private static Optional<Claim> excluding(Slip slip, Slip.Transfer transfer, List<Claim> others) {
        var claimed = Claim.of(slip, transfer).transfer();
        return others.stream().filter(other -> claimed.maybe(other.transfer())).findFirst();
    }

    /** The claims on the reference of a slip's transfer, of any bank, once other transactions that name it have ended. */
    static List<Claim> settled(Session session, Slip slip, Slip.Transfer transfer) {
        return TransferClaimStore.settled(session, slip.key().livemode(), transfer.reference());
    }

    /**
     * Whether this slip's transfer is the first claimed one with this reference, regardless of the bank.
     * Verifiers name the bank of a wallet differently, so the same reference of another bank may be the same transfer.
     */
    static boolean isFirst(Session session, Slip slip, Slip.Transfer transfer) {
        return settled(session, slip, transfer).stream().allMatch(claim -> claim.of(slip));
    }

    /**
     * Claims the transfer of a payment that staff record.
     *
     * @return an existing claim that may be on this transfer; empty if the payment now has the claim. An existing claim of a slip of
     *     the same payin counts as the payment's own, if the payment pays the payin
     */
    static Optional<Claim> claim(Session session, Found payment) {
        var transfer = payment.transfer();
        var others = TransferClaimStore.settled(session, payment.payin().livemode(), transfer.reference());
        var excluding = excluding(payment, others);
        if (excluding.isEmpty() && others.stream().noneMatch(other -> isOf(payment, other))) {
            insert(session, new Claim(transfer, payment.payin(), null));
        }
        return excluding;
    }

    /** An existing claim that may be on this transfer, so that staff cannot record its payment again. */
    static Optional<Claim> excluding(Found payment, List<Claim> claims) {
        return claims.stream()
                .filter(claim -> payment.transfer().maybe(claim.transfer()))
                .filter(claim -> !isOf(payment, claim))
                .findFirst();
    }

    /**
     * Requires that a transfer that pays money back was not received as a payment, of any bank.
     *
     * @throws Problem.Conflict {@code TRANSFER_ALREADY_USED}
     */
    static void requireNotReceived(Session session, PaidTransfer transfer) {
        TransferClaimStore.settled(session, transfer.transaction().livemode(), transfer.reference()).stream()
                .findFirst()
                .ifPresent(claim -> {
                    throw transfer.refused(claim.paid());
                });
        ClaimedTransfers.requireNoDeposit(session, transfer);
    }

    private static boolean isOf(Found payment, Claim claim) {
        return payment.pays() && !claim.byStaff() && claim.payin().equals(payment.payin());
    }

    /**
     * Inserts a claim. The caller has waited for other transactions that name the reference, also as that of a transfer that was sent.
     *
     * @throws Problem.Conflict {@code TRANSFER_ALREADY_USED} when the transfer was sent, or came to a deposit
     */
    private static void insert(Session session, Claim claim) {
        SentTransfers.requireNone(session, claim.transfer().reference(), claim.payin());
        ClaimedTransfers.requireNoDeposit(session, claim.paid());
        TransferClaimStore.REFERENCES.insert(session, List.of(claim)).run();
    }
}
