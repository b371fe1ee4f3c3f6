package io.tical.server.settlement;

import io.tical.server.ledger.Movement;
import io.tical.server.ledger.Posting;
import io.tical.server.problem.Problem;
import io.tical.server.rail.Attempt;
import io.tical.server.rail.Claims;
import io.tical.server.rail.PaidTransfer;
import io.tical.server.rail.PaidTransfers;
import io.tical.server.rail.PayoutOutcome;
import io.tical.server.rail.Resending;
import io.tical.server.settlement.SettlementStatus.Trigger;
import io.tical.server.transaction.Decision;
import io.tical.server.transaction.EventType;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Decides a report of a rail or of staff about an attempt. */
record SettlementReport(
        SettlementAggregate before,
        Attempt attempt,
        PayoutOutcome outcome,
        SettlementCommand command,
        PaidTransfers transfers,
        Instant now) {
    /** The trigger in the history for the delivery of an abandoned attempt. */
    static final String LATE_DELIVERY = "late_delivery";

    /** @throws Problem.Conflict {@code TRANSFER_ALREADY_USED} when the transfer that staff name paid something else */
    Decision<SettlementAggregate> decide() {
        return switch (attempt.state()) {
            case OPEN -> open();
            case DELIVERED -> Decision.unchanged(before);
            case DEAD ->
                outcome instanceof PayoutOutcome.Delivered delivered ? late(delivered) : Decision.unchanged(before);
        };
    }

    private Decision<SettlementAggregate> open() {
        return switch (outcome) {
            case PayoutOutcome.Delivered delivered -> delivered(delivered);
            case PayoutOutcome.Failed failed ->
                failed(before.with(attempt.on(Attempt.Trigger.FAIL, null, now)), failed, command, now);
            case PayoutOutcome.NeverSent nothing -> resend(before.with(attempt.on(Attempt.Trigger.REFUSE, null, now)));
            case PayoutOutcome.Handed handed -> Decision.of(before.withDueAt(null));
            case PayoutOutcome.Unknown unknown -> loseTrack(before, unknown.why());
        };
    }

    static Decision<SettlementAggregate> failed(
            SettlementAggregate before, PayoutOutcome.Failed failed, SettlementCommand command, Instant now) {
        var why = new Settlement.Failure(failed.code().word(), failed.message());
        return before.map(progress -> progress.withFailure(why))
                .transit(Trigger.NOT_DELIVERED, command.actor(), command.note(), now);
    }

    private Decision<SettlementAggregate> loseTrack(SettlementAggregate after, String why) {
        return after.loseTrack(why, command.actor(), command.note(), now);
    }

    /** One transfer carries a settlement, so any other amount is an error of the rail. */
    private boolean whole(PayoutOutcome.Delivered delivered) {
        return delivered.amount() == attempt.amount();
    }

    private Decision<SettlementAggregate> delivered(PayoutOutcome.Delivered delivered) {
        if (!whole(delivered)) {
            return loseTrack(before, "the rail reports an amount that was not sent");
        }
        var used = usedFor(delivered);
        return used == null
                ? completed(attempt.on(Attempt.Trigger.DELIVER, delivered.reference(), now), delivered)
                : loseTrack(before, used);
    }

    /**
     * Why a transfer that a rail reports did not pay this settlement; null if it did.
     *
     * @throws Problem.Conflict {@code TRANSFER_ALREADY_USED} when staff report it
     */
    private @Nullable String usedFor(PayoutOutcome.Delivered delivered) {
        var reference = delivered.reference();
        if (reference == null) {
            return null;
        }
        var transfer = paidBy(reference);
        if (command instanceof SettlementCommand.StaffReport) {
            transfers.requireUnused(transfer);
        }
        return transfers
                .other(transfer)
                .map(paid -> "the " + paid.description())
                .orElse(null);
    }

    private PaidTransfer paidBy(String reference) {
        return PaidTransfer.of(reference, EventType.Subject.SETTLEMENT, before.key(), attempt.id());
    }

    private Decision<SettlementAggregate> completed(Attempt closed, PayoutOutcome.Delivered delivered) {
        var after = before.with(closed).map(progress -> progress.withSlip(delivered.slipQrString()));
        var reference = delivered.reference();
        return (reference == null ? after : after.with(transfers.use(paidBy(reference))))
                .transit(Trigger.DELIVERED, command.actor(), command.note(), now);
    }

    /** A refused attempt is retried on a bounded retry schedule. */
    private Decision<SettlementAggregate> resend(SettlementAggregate after) {
        var refusals = Resending.refusals(after.attempts());
        if (refusals > 0 && refusals % Resending.REFUSALS_MAX == 0) {
            return loseTrack(after, "the rail refused " + Resending.REFUSALS_MAX + " attempts before they were sent");
        }
        // In review, staff decide when it is sent again.
        return Decision.of(
                after.inReview()
                        ? after
                        : after.withDueAt(Objects.requireNonNullElse(Resending.notBefore(after.attempts()), now)));
    }

    /**
     * Records the delivery of an abandoned attempt, in any status of the settlement. It completes the settlement if no other attempt may
     * do so. Otherwise the money was sent in addition to the settlement, and is claimed back.
     */
    private Decision<SettlementAggregate> late(PayoutOutcome.Delivered delivered) {
        if (attempt.late() != null) {
            return Decision.unchanged(before);
        }
        var reference = Objects.requireNonNullElse(delivered.reference(), "unknown");
        var delivery = "attempt %d (%s) was delivered after it was abandoned: %d minor units, reference %s"
                .formatted(attempt.number(), attempt.id(), delivered.amount(), reference);
        var note = command.note() == null ? delivery : delivery + "; " + command.note();
        var word = before.status().word();
        var change = new Decision.Change(word, word, LATE_DELIVERY, command.actor(), note);
        var used = usedFor(delivered);
        var pays = before.allows(Trigger.DELIVERED)
                && before.living().isEmpty()
                && !before.arrivedLate()
                && whole(delivered)
                && used == null;
        return new Decision<>(before, List.of(), List.of(change), List.of())
                .then(pays ? completedLate(delivered) : claimedBack(delivered, reference));
    }

    private Decision<SettlementAggregate> completedLate(PayoutOutcome.Delivered delivered) {
        var late = new Attempt.Late(delivered.amount(), now);
        return completed(attempt.onLate(Attempt.Trigger.DELIVER_LATE, delivered.reference(), late), delivered);
    }

    private Decision<SettlementAggregate> claimedBack(PayoutOutcome.Delivered delivered, String reference) {
        var amount = Math.max(0, delivered.amount());
        var after = before.with(
                attempt.onLate(Attempt.Trigger.CLAIM_BACK, delivered.reference(), new Attempt.Late(amount, now)));
        var movements = List.<Movement>of();
        if (amount > 0) {
            after = after.with(new Claims.Claim(
                    EventType.Subject.SETTLEMENT,
                    before.key(),
                    attempt.id(),
                    before.payableCurrency(),
                    amount,
                    reference));
            // The late amount of a converted settlement is in the other currency; SettlementRules.count posts it.
            movements =
                    before.conversion() == null ? List.of(before.move(Posting.SETTLEMENT_CLAIM, amount)) : List.of();
        }
        var claimed = new Decision<>(after, movements, List.of(), List.of());
        return before.allows(Trigger.LOSE_TRACK)
                ? claimed.then(
                        loseTrack(after, "attempt " + attempt.number() + " was delivered after it was abandoned"))
                : claimed;
    }
}
