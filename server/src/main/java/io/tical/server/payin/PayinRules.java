package io.tical.server.payin;

import io.tical.common.Money;
import io.tical.common.admin.DecisionTerms;
import io.tical.server.currency.Currencies;
import io.tical.server.ledger.Movement;
import io.tical.server.ledger.PostingType;
import io.tical.server.p2p.Match;
import io.tical.server.payin.PayinAction.Receipt;
import io.tical.server.payin.PayinStatus.Trigger;
import io.tical.server.problem.Problem;
import io.tical.server.rail.BankTransfer;
import io.tical.server.rail.PaidTransfer;
import io.tical.server.transaction.By;
import io.tical.server.transaction.Command;
import io.tical.server.transaction.Decision;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Decides commands on existing payins: a pure function of the payin, its match, the command and the time.
 *
 * @param expiry how long a payin is open
 * @param feeRefunded whether the fee is refunded with the payment
 */
record PayinRules(Currencies currencies, Duration expiry, boolean feeRefunded) {
    /** When a payin that may have ended before the database lost that is due again. */
    private static final Duration HELD_FOR = Duration.ofSeconds(2);

    /** @param match the match of the payin, when the command needs it */
    Decision<Payin> decide(Payin before, Command<PayinAction> command, @Nullable Match match, Instant now) {
        var by = command.by();
        return switch (command.action()) {
            case PayinAction.Fire(var trigger) -> fire(before, by, trigger, match, now);
            case PayinAction.Confirm(var receipt, var completesMatch) -> {
                if (completesMatch
                        && match != null
                        && match.isReleased()
                        && before.status().takesPayment()) {
                    throw PayinStatus.TABLE.invalid(
                            "The match of this payin was released, so its payout is sent without this"
                                    + " payment. If you accept the payment, the payee owes the amount. Load the slip again"
                                    + " before you decide.");
                }
                yield confirm(before, by, receipt, match, now);
            }
            case PayinAction.Found found -> {
                requirePayable(before, match);
                yield before.status().takesPayment()
                        ? confirm(before, by, found.receipt(), match, now)
                        : unallocated(before, by, found, match);
            }
            case PayinAction.CompleteRefund(var reference) -> completeRefund(before, by, reference, match, now);
            case PayinAction.Fail(var failureCode) -> {
                var failed = before.with(before.progress().withFailure(failureCode));
                yield transition(failed, Trigger.FAIL, by, null, match, now);
            }
            case PayinAction.ReleaseMatch _ -> releaseMatch(before, by, match);
            case PayinAction.Resend _ -> resend(before, by);
            case PayinAction.Due due -> due(before, due, by, now);
        };
    }

    private Decision<Payin> completeRefund(Payin before, By by, String reference, @Nullable Match match, Instant now) {
        var decision = transition(before, Trigger.COMPLETE_REFUND, by, null, match, now);
        var after = decision.after();
        return decision.then(
                Decision.of(after.with(after.progress().refundedBy(BankTransfer.withoutSpaces(reference)))));
    }

    private Decision<Payin> fire(Payin before, By by, Trigger trigger, @Nullable Match match, Instant now) {
        return switch (trigger) {
            case CANCEL, OPEN_REFUND -> transition(before, trigger, by, null, match, now);
            case TEST_CONFIRM ->
                transition(before, trigger, by, new Receipt(before.terms().transferAmount(), null), match, now);
            // A payment may be reported several times, and late.
            case ARRIVE ->
                switch (before.status()) {
                    case PENDING -> transition(before, Trigger.ARRIVE, by, null, null, now);
                    case PROCESSING, EXPIRED -> Decision.unchanged(before);
                    case SUCCESS, FAILED, REJECTED, REFUNDED, CANCELLED ->
                        throw PayinStatus.TABLE.invalid("The payin is "
                                + before.status().word() + " and accepts no further payment; if the payer has paid,"
                                + " contact the operator");
                };
            case ACTIVATE, EXPIRE, CONFIRM, FAIL, COMPLETE_REFUND ->
                throw new IllegalArgumentException(trigger + " has its own action");
        };
    }

    /** A repeated confirmation changes nothing; a second payment is a conflict. */
    private Decision<Payin> confirm(Payin before, By by, Receipt receipt, @Nullable Match match, Instant now) {
        var reference = before.progress().settled().reference();
        if (before.status() == PayinStatus.SUCCESS && Objects.equals(reference, receipt.reference())) {
            return Decision.unchanged(before);
        }
        PayinStatus.TABLE.on(before.status(), Trigger.CONFIRM);
        requireMatched(receipt, match);
        return transition(before, Trigger.CONFIRM, by, receipt, match, now);
    }

    /**
     * Refuses a payment that staff record, whatever its amount and reference. The payment of a match went to the payee: if the match was
     * released or paid, the operator has received nothing.
     */
    private static void requirePayable(Payin payin, @Nullable Match match) {
        if (payin.terms().channel() == Channel.CRYPTO) {
            // It would be recorded a second time.
            throw PayinStatus.TABLE.invalid(
                    "The service finds the payments of a crypto payin on the blockchain, so staff"
                            + " cannot record them. Payments that are late or incomplete become unallocated funds, which can be"
                            + " matched with the payin.");
        }
        if (!payin.status().takesPayment() && payin.matched() && (match == null || !match.isOpen())) {
            throw PayinStatus.TABLE.invalid("The payin is " + payin.status().word()
                    + ", and its payout no longer waits for this payment. The payee has received the money and must"
                    + " return it to the payer.");
        }
    }

    private static void requireMatched(Receipt receipt, @Nullable Match match) {
        if (match != null && match.isOpen() && receipt.paid() != match.amount()) {
            throw new Problem.Conflict(
                    "MATCHED_AMOUNT_DIFFERS",
                    "This payin is matched with a payout of " + match.amount() + ", and a payment of " + receipt.paid()
                            + " cannot complete it. Release the match first, then accept the payment.",
                    new Problem.About("match", "payout", match.payout().id(), null));
        }
    }

    /**
     * A payment for a payin that no longer accepts one, because it ended or was paid. If the payin is matched and ended unpaid, the payment
     * completes the payout, and the money of the payout stays with the operator as unallocated funds.
     */
    private static Decision<Payin> unallocated(Payin before, By by, PayinAction.Found found, @Nullable Match match) {
        if (!before.status().unpaid()) {
            requireAnother(before, found);
        }
        requireMatched(found.receipt(), match);
        return noted(before, "record_payment", by);
    }

    /** Refuses the payment that has already paid the payin, which staff may find again on the next bank statement. */
    private static void requireAnother(Payin paid, PayinAction.Found found) {
        var first = paid.progress().settled().reference();
        if (first != null && BankTransfer.same(found.receipt().reference(), first)) {
            throw new Problem.Conflict(
                    "PAYMENT_ALREADY_RECORDED",
                    "The payment with the reference " + first
                            + " has already paid this payin. If this is a second payment, send its own reference.",
                    PaidTransfer.received(first, paid.key()).about());
        }
    }

    private static Decision<Payin> resend(Payin before, By by) {
        if (before.status() != PayinStatus.SUCCESS) {
            throw PayinStatus.TABLE.invalid("The payin is " + before.status().word()
                    + "; only the callback of a successful payin is sent again. Send failed callbacks again under"
                    + " Callbacks.");
        }
        var noted = noted(before, "resend_callback", by);
        return new Decision<>(before, List.of(), noted.changes(), PayinView.announcements(before));
    }

    /** A decision that is recorded in the history and keeps the status. */
    private static Decision<Payin> noted(Payin before, String trigger, By by) {
        var status = before.status().word();
        var change = new Decision.StatusChange(status, status, trigger, by.actor(), by.note());
        return new Decision<>(before, List.of(), List.of(change), List.of());
    }

    private static Decision<Payin> releaseMatch(Payin before, By by, @Nullable Match match) {
        if (match == null || !match.isOpen()) {
            throw PayinStatus.TABLE.invalid(
                    "This payin has no open match, so there is nothing to release. Load it again.");
        }
        return noted(before, "release_match", by);
    }

    private Decision<Payin> due(Payin before, PayinAction.Due due, By by, Instant now) {
        var progress = before.progress();
        if (!before.status().open()) {
            return Decision.of(before.with(progress.withDueAt(null)));
        }
        if (before.status() == PayinStatus.PENDING && before.guide()) {
            return transition(before, Trigger.ACTIVATE, by, null, null, now);
        }
        if (now.isBefore(progress.expiresAt())) {
            return Decision.of(before.with(progress.withDueAt(progress.expiresAt())));
        }
        return due.held()
                ? Decision.of(before.with(progress.withDueAt(now.plus(HELD_FOR))))
                : transition(before, Trigger.EXPIRE, by, null, null, now);
    }

    /** @param receipt the payment of a confirmation */
    private Decision<Payin> transition(
            Payin before, Trigger trigger, By by, @Nullable Receipt receipt, @Nullable Match match, Instant now) {
        var row = PayinStatus.TABLE.on(before.status(), trigger);
        // If the match was released, the payee owes the payment.
        var owed = match != null && match.isReleased();
        var progress = before.progress();
        var settled = settled(row.effect(), before, receipt);
        // The expiry of a guide's payin counts from its activation.
        var expiresAt = trigger == Trigger.ACTIVATE ? now.plus(expiry) : progress.expiresAt();
        var open = row.to().open();
        var after = before.with(new Payin.Progress(
                row.to(),
                progress.receiving(),
                settled,
                progress.failureCode(),
                progress.version(),
                open ? expiresAt : null,
                expiresAt,
                now,
                open ? null : now));
        return new Decision<>(
                after,
                // A test payin settles the same amounts without postings.
                before.terms().livemode() ? movements(row.effect(), after, owed) : List.of(),
                List.of(new Decision.StatusChange(
                        row.from().word(), row.to().word(), trigger.word(), by.actor(), by.note())),
                PayinView.announcements(after));
    }

    /** What the merchant pays for a payment: it was computed from the requested amount. */
    DecisionTerms.Fee fee(Payin payin) {
        return new DecisionTerms.Fee(0, payin.terms().fee(), unitStep(payin.terms()));
    }

    /** The minor units that a refund returns to the payer. */
    long refunded(Payin payin) {
        var settled = payin.progress().settled();
        return settled.net() + (feeRefunded ? settled.fee() : 0);
    }

    private Payin.Settled settled(PayinStatus.Effect effect, Payin payin, @Nullable Receipt receipt) {
        var before = payin.progress().settled();
        return switch (effect) {
            case NONE, HOLD -> before;
            case CREDIT -> {
                var payment = Objects.requireNonNull(receipt, "nothing is credited without a payment");
                var paid = payment.paid();
                yield new Payin.Settled(paid, paid - credited(payin.terms(), paid), 0, payment.reference(), null);
            }
            case PAY_BACK ->
                new Payin.Settled(
                        before.paid(), before.fee(), feeRefunded ? before.fee() : 0, before.reference(), null);
        };
    }

    /**
     * What the merchant is credited: whole unit steps, so that it can be paid out. The fee was computed from the requested amount; what is
     * less than a step is taken with it.
     */
    private long credited(Payin.Terms terms, long paid) {
        return Money.inSteps(Math.max(0, paid - terms.fee()), unitStep(terms));
    }

    private long unitStep(Payin.Terms terms) {
        return currencies
                .find(terms.currency())
                .orElseThrow(() -> new IllegalStateException("the catalogue lists no " + terms.currency()))
                .unitStep();
    }

    private static List<Movement> movements(PayinStatus.Effect effect, Payin after, boolean owed) {
        var id = after.id();
        var settled = after.progress().settled();
        return switch (effect) {
            case NONE -> List.of();
            case CREDIT ->
                List.of(
                        new Movement(
                                owed ? PostingType.PAYIN_OWED_CREDIT : PostingType.PAYIN_CREDIT, settled.net(), id),
                        new Movement(owed ? PostingType.PAYIN_OWED_FEE : PostingType.PAYIN_FEE, settled.fee(), id));
            case HOLD -> List.of(new Movement(PostingType.PAYIN_REFUND_HOLD, settled.net(), id));
            case PAY_BACK ->
                List.of(
                        new Movement(PostingType.PAYIN_REFUND, settled.net(), id),
                        new Movement(PostingType.PAYIN_FEE_REFUND, settled.feeReturned(), id));
        };
    }
}
