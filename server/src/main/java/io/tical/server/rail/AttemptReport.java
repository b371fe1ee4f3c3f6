package io.tical.server.rail;

import io.tical.common.Ids;
import io.tical.server.ledger.Movement;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.By;
import io.tical.server.transaction.Decision;
import io.tical.server.transaction.StateTable;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Decides a report of a rail or of staff about an attempt, without effects.
 *
 * @param by its author and note are recorded
 * @param transfers the transfers that have paid something already
 */
public record AttemptReport<A extends Disbursement<A>>(
        A before, Attempt attempt, PayoutOutcome outcome, By by, PaidTransfers transfers, Instant now) {
    /** The trigger in the history for the delivery of a dead attempt. */
    public static final String LATE_DELIVERY = "late_delivery";

    /** The trigger in the history for a transfer in addition to the recorded delivery of an attempt. */
    public static final String FURTHER_TRANSFER = "further_transfer";

    /** @throws Problem.NotFound {@code <OBJECT>_ATTEMPT_NOT_FOUND} when the object has no such attempt */
    public static Attempt attempt(Disbursement<?> before, UUID attemptId) {
        return before.attempt(attemptId).orElseThrow(() -> {
            var subject = before.subject();
            return new Problem.NotFound(
                    subject.name() + "_ATTEMPT_NOT_FOUND",
                    "The " + subject.word() + " " + before.key().id() + " has no attempt " + attemptId
                            + ". If money was sent, find the " + subject.word() + " that it belongs to.");
        });
    }

    /**
     * Requires that staff report the delivery of a dead attempt, and only once. A repeated report by a rail changes nothing.
     *
     * @throws Problem.Conflict when its delivery was recorded, or is not what they report
     */
    public static void requireLate(StateTable<?, ?, ?> table, Attempt dead, PayoutOutcome outcome) {
        if (!(outcome instanceof PayoutOutcome.Delivered)) {
            throw table.invalid("This attempt was abandoned or has failed. Report it only if its transfer arrived.");
        }
        if (dead.late() != null) {
            throw table.invalid(
                    "The late delivery of this attempt is already recorded. Load the payout or settlement again to"
                            + " see it.");
        }
    }

    /**
     * A new dead attempt of the leg for a transfer that arrived in addition to the recorded delivery of an attempt. It is to be reported as
     * delivered.
     *
     * @throws Problem.Conflict when no delivery of the attempt is recorded, or the payout or settlement has the transfer already
     */
    public static Attempt further(
            StateTable<?, ?, ?> table,
            Disbursement<?> before,
            Attempt recorded,
            PayoutOutcome.Delivered transfer,
            Instant now) {
        if (!recorded.recorded()) {
            throw table.invalid("No delivery of this attempt is recorded. Report the transfer as its success instead.");
        }
        if (before.attempts().stream().anyMatch(one -> BankTransfer.same(one.railReference(), transfer.reference()))) {
            throw table.invalid("The transfer " + transfer.reference()
                    + " is already recorded. Load the payout or settlement again to see it.");
        }
        return Attempt.further(Ids.next(), recorded, before.attemptsOf(recorded.leg()), now);
    }

    /**
     * Decides the report. One about an attempt that has ended changes nothing, unless a dead attempt was delivered.
     *
     * @throws Problem.Conflict {@code TRANSFER_ALREADY_USED} when staff name a transfer that paid something else
     */
    public Decision<A> decide() {
        var late = attempt.state() == Attempt.State.DEAD && outcome instanceof PayoutOutcome.Delivered;
        before.requireReportable(attempt, late);
        return switch (attempt.state()) {
            case OPEN -> open();
            case DELIVERED -> Decision.unchanged(before);
            case DEAD ->
                outcome instanceof PayoutOutcome.Delivered delivered ? late(delivered) : Decision.unchanged(before);
        };
    }

    private Decision<A> open() {
        return switch (outcome) {
            case PayoutOutcome.Delivered delivered -> delivered(delivered);
            case PayoutOutcome.Failed failed ->
                before.failed(attempt.on(Attempt.Trigger.FAIL, null, now), failed, by, now);
            case PayoutOutcome.NeverSent nothing ->
                resend(before.neverSent(attempt.on(Attempt.Trigger.REFUSE, null, now), now));
            case PayoutOutcome.HandedToStaff handed ->
                Decision.of(DispatchPlan.handedToStaff(before, Set.of(attempt.id())));
            case PayoutOutcome.Unknown unknown -> before.loseTrack(unknown.why(), by, now);
        };
    }

    private Decision<A> delivered(PayoutOutcome.Delivered delivered) {
        if (!plausible(delivered)) {
            return before.loseTrack("the rail reports an amount that was not sent", by, now);
        }
        return otherPayment(delivered)
                .map(used -> before.loseTrack(used, by, now))
                .orElseGet(() -> paid(attempt.on(Attempt.Trigger.DELIVER, delivered.reference(), now), delivered));
    }

    private boolean plausible(PayoutOutcome.Delivered delivered) {
        return before.plausible(attempt, delivered.amount());
    }

    private boolean byStaff() {
        return by.actor().kind() == Actor.Kind.STAFF;
    }

    private Optional<PaidTransfer> transfer(PayoutOutcome.Delivered delivered) {
        return delivered
                .references()
                .findFirst()
                .map(reference -> PaidTransfer.of(reference, before.subject(), before.key(), attempt.id()));
    }

    /**
     * The reason for a review if a rail reports a transfer that has paid another attempt; otherwise empty.
     *
     * @throws Problem.Conflict {@code TRANSFER_ALREADY_USED} when staff report it
     */
    private Optional<String> otherPayment(PayoutOutcome.Delivered delivered) {
        var transfer = transfer(delivered);
        if (byStaff()) {
            transfer.ifPresent(transfers::requireUnused);
        }
        return transfer.flatMap(transfers::other).map(paid -> "the " + paid.description());
    }

    private Decision<A> paid(Attempt paying, PayoutOutcome.Delivered delivered) {
        return recording(before, delivered).delivered(paying, delivered, by, now);
    }

    /** Records the transfer, so that no other attempt is paid by it. */
    private A recording(A object, PayoutOutcome.Delivered delivered) {
        return transfer(delivered)
                .filter(_ -> recorded(object))
                .map(transfer -> object.with(object.execution().with(transfer)))
                .orElse(object);
    }

    private boolean recorded(A object) {
        return byStaff() || object.recordsTransfersOfRails();
    }

    /** Records the transfer of a claim, or at least its name, so that it is compared with those that are received at the same time. */
    private A claiming(A object, PayoutOutcome.Delivered delivered) {
        return recorded(object)
                ? recording(object, delivered)
                : transfer(delivered)
                        .map(transfer -> object.with(object.execution().claiming(transfer.name())))
                        .orElse(object);
    }

    /** A refused attempt is retried on a bounded retry schedule. */
    private Decision<A> resend(A after) {
        var attempts = after.attemptsOf(attempt.leg());
        var refusals = Resending.refusals(attempts);
        if (refusals > 0 && refusals % Resending.REFUSALS_MAX == 0) {
            var why = "the rail refused " + Resending.REFUSALS_MAX + " attempts before they were sent";
            return after.loseTrack(why, by, now);
        }
        // In review, staff decide when it is sent again.
        return Decision.of(
                after.sendable()
                        ? after.dueWith(Objects.requireNonNullElse(Resending.notBefore(attempts), now))
                        : after);
    }

    /**
     * Records the delivery of a dead attempt, in any status. It pays its leg if no other attempt has paid it or may pay it, its amount is
     * plausible, and its transfer paid nothing else. Otherwise the money is claimed back.
     */
    private Decision<A> late(PayoutOutcome.Delivered delivered) {
        if (attempt.late() != null) {
            return Decision.unchanged(before);
        }
        var used = otherPayment(delivered);
        var otherPayment = used.map(text -> "; " + text).orElse("");
        var reference = Objects.requireNonNullElse(delivered.reference(), "unknown");
        var delivery = String.format(
                Locale.ROOT,
                "%s (%s) %s: %d minor units of %s, reference %s%s",
                before.name(attempt),
                attempt.id(),
                arrival(),
                delivered.amount(),
                before.payableCurrency(),
                reference,
                otherPayment);
        var note = by.note() == null ? delivery : delivery + "; " + by.note();
        var status = before.status().word();
        var trigger = attempt.isFurther() ? FURTHER_TRANSFER : LATE_DELIVERY;
        var change = new Decision.StatusChange(status, status, trigger, by.actor(), note);
        var pays = before.payable() && before.canStillBePaidBy(attempt) && plausible(delivered) && used.isEmpty();
        return new Decision<>(before, List.<Movement>of(), List.of(change), List.of())
                .then(pays ? paidLate(delivered) : claimedBack(delivered, reference, otherPayment));
    }

    /** What happened to a dead attempt, in a text for people. */
    private String arrival() {
        return attempt.isFurther() ? "is a further transfer that arrived" : "was delivered after it had ended";
    }

    private Decision<A> paidLate(PayoutOutcome.Delivered delivered) {
        var late = new Attempt.Late(delivered.amount(), now);
        return paid(attempt.onLate(Attempt.Trigger.DELIVER_LATE, delivered.reference(), late), delivered);
    }

    private Decision<A> claimedBack(PayoutOutcome.Delivered delivered, String reference, String otherPayment) {
        var amount = Math.max(0, delivered.amount());
        var late = new Attempt.Late(amount, now);
        var after = before.with(attempt.onLate(Attempt.Trigger.CLAIM_BACK, delivered.reference(), late));
        var movements = List.<Movement>of();
        if (amount > 0) {
            after = after.with(after.execution()
                    .with(new Claims.Claim(
                            before.subject(),
                            before.key(),
                            attempt.id(),
                            before.payableCurrency(),
                            amount,
                            reference)));
            movements = before.claim(amount);
            if (otherPayment.isEmpty()) {
                after = claiming(after, delivered);
            }
        }
        var claimed =
                new Decision<>(after, movements, List.<Decision.StatusChange>of(), List.<Decision.Announcement>of());
        if (attempt.isFurther() && isDelivered(attempt.leg())) {
            // The leg is not sent again, and the others are still sent and polled.
            return claimed;
        }
        var why = before.name(attempt) + " " + arrival() + otherPayment;
        return claimed.then(after.deliveredTwice(why, by, now));
    }

    private boolean isDelivered(int leg) {
        return before.attemptsOf(leg).stream().anyMatch(one -> one.state() == Attempt.State.DELIVERED);
    }
}
