package io.tical.server.slip;

import io.tical.server.payin.Payin;
import io.tical.server.payin.PayinStatus;
import io.tical.server.problem.Problem;
import io.tical.server.rail.BankTransfer;
import io.tical.server.slip.SlipStage.Trigger;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.Decision;
import io.tical.server.transaction.StaffDecision;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The rules of slips: pure functions. */
final class SlipRules {
    static final String OBJECT_TYPE = "slip";

    private SlipRules() {}

    /**
     * Requires that a slip is undecided.
     *
     * @throws Problem.Conflict {@code SLIP_STATUS_TRANSITION_INVALID}
     */
    static void requireUndecided(Slip slip) {
        var stage = slip.progress().stage();
        if (stage == SlipStage.CONFIRMING) {
            throw SlipStage.TABLE.invalid("The service is accepting this slip. Load it again in a moment.");
        }
        if (!stage.undecided()) {
            throw SlipStage.TABLE.invalid("This slip is already " + stage.word() + ". Load it again.");
        }
    }

    static Slip.Decision paid(long amount, StaffDecision by, Instant now) {
        return new Slip.Decision(amount, null, by.note(), by.operator(), by.requestId(), now);
    }

    /** A transition of the table. The history contains the status only. */
    static Decision<Slip> transition(
            Slip slip, Trigger trigger, @Nullable Instant dueAt, Slip.@Nullable Decision decided, Instant now) {
        var row = SlipStage.TABLE.on(slip.progress().stage(), trigger);
        var after = slip.with(slip.progress().in(row.to(), dueAt, decided, now));
        var from = row.from().status();
        var to = row.to().status();
        var changes = from == to
                ? List.<Decision.StatusChange>of()
                : List.of(new Decision.StatusChange(
                        from.word(),
                        to.word(),
                        trigger.word(),
                        decided == null ? Actor.SYSTEM : decided.actor(),
                        decided == null ? null : decided.note()));
        return new Decision<>(after, List.of(), changes, List.of());
    }

    /**
     * Decides on a verifier's response.
     *
     * @param slip the slip with the response and the checks
     * @param dueAt the next verification attempt, or null
     * @param leased whether an operator is reviewing it, whose decision it then is
     * @param shown whether the bank's entry of exactly this transfer has paid the payin
     */
    static Trigger conclude(Slip slip, Payin payin, @Nullable Instant dueAt, boolean leased, boolean shown) {
        var progress = slip.progress();
        var verdict = progress.verdict();
        if (shown && !leased && SlipChecks.fitPaid(progress.checks())) {
            return Trigger.PROVE;
        }
        if (progress.transfer() != null && payin.status() == PayinStatus.SUCCESS && paidBy(slip, payin)) {
            return Trigger.REJECT;
        }
        var verified = progress.transfer() != null && slip.facts() != null;
        if (verified && !leased) {
            if (SlipChecks.allMatch(progress.checks())) {
                return Trigger.CONFIRM;
            }
            // The payment of a matched payin went to a payee, so operators decide.
            if (SlipChecks.allPassExceptPayin(progress.checks())
                    && !payin.status().takesPayment()
                    && !payin.matched()) {
                return Trigger.SUSPEND;
            }
        }
        var waits = dueAt != null
                // A slip referred to operators stays with them.
                && progress.stage() != SlipStage.REVIEW
                && (verdict == null || verdict.outcome() != Verdict.Outcome.UNAVAILABLE);
        return waits ? Trigger.DELAY : Trigger.REFER;
    }

    /** Whether the payment that this slip proves has paid the payin. */
    static boolean paidBy(Slip slip, Payin payin) {
        return BankTransfer.same(
                slip.receiptReference(), payin.progress().settled().reference());
    }

    /** @throws Problem.Conflict {@code SLIP_ALREADY_USED} when a claim on the transfer of a slip exists */
    static void requireUnused(Optional<TransferClaims.Claim> claimed) {
        claimed.ifPresent(claim -> {
            throw new Problem.Conflict(
                    "SLIP_ALREADY_USED", alreadyUsed(claim), claim.paid().about());
        });
    }

    private static String alreadyUsed(TransferClaims.Claim claim) {
        return (claim.byStaff()
                        ? "Staff recorded a payment with this reference for the payin "
                                + claim.payin().id()
                        : "The slip " + claim.slipId() + " with this reference proved a payment of the payin "
                                + claim.payin().id())
                + ". A transfer can pay only once. Compare both, and reject this slip if they are the same transfer."
                + " If they are two transfers, confirm the payin and write the bank in front of the reference. Then reject"
                + " this slip.";
    }

    /** @throws Problem.Conflict {@code PAYMENT_ALREADY_RECORDED} when a claim that may be on the recorded transfer exists */
    static void requireUnrecorded(Optional<TransferClaims.Claim> claimed) {
        claimed.ifPresent(claim -> {
            throw new Problem.Conflict(
                    "PAYMENT_ALREADY_RECORDED",
                    alreadyRecorded(claim),
                    claim.paid().about());
        });
    }

    private static String alreadyRecorded(TransferClaims.Claim claim) {
        return (claim.byStaff()
                        ? "Staff recorded a payment with this reference for the payin "
                        : "A slip with this reference proved a payment of the payin ")
                + claim.payin().id()
                + ". A transfer can pay only once. Compare both payments. If they are two transfers, "
                + (claim.transfer().maybeAnyBank()
                        ? "write the bank in front of the reference."
                        : "send the sending_bank of this one. For a wallet or a bank without a code, write its name in front"
                                + " of the reference instead.");
    }
}
