package io.tical.server.payout;

import io.tical.server.payout.PayoutStatus.Trigger;
import io.tical.server.rail.Attempt;
import io.tical.server.rail.PayoutOutcome;
import io.tical.server.transaction.By;
import io.tical.server.transaction.Decision;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The transitions of a payout, as pure functions: what its status, its legs and its money become. */
final class PayoutTransitions {
    private PayoutTransitions() {}

    /**
     * Changes the status, with movements, history, and the event of the new status, if it has one.
     *
     * @param by its author and note are recorded
     * @param delivered minor units delivered over all legs, for {@link PayoutStatus.Effect#DELIVER_AND_RETURN}; other effects do not
     *     use it
     */
    static Decision<PayoutAggregate> transition(
            PayoutAggregate before, Trigger trigger, By by, long delivered, Instant now) {
        var row = PayoutStatus.TABLE.on(before.status(), trigger);
        var payout = before.payout();
        var money = PayoutMoney.of(row.effect(), payout, delivered, before.unitStep());
        var progress = payout.progress();
        var to = row.to();
        var resumed = to == PayoutStatus.PROCESSING;
        var after = before.with(new Payout.Progress(
                to,
                money.totals(),
                progress.lastTransfer(),
                resumed ? null : progress.failure(),
                resumed ? null : progress.reviewReason(),
                progress.version(),
                dueAfter(to, trigger, now),
                to == PayoutStatus.EXPIRED ? now : null,
                now,
                to.isFinalized() ? now : null,
                progress.refundReference()));
        return new Decision<>(
                after,
                money.movements(),
                List.of(before.change(to, trigger.word(), by)),
                PayoutView.announcements(after.payout()));
    }

    /** The next background processing in the new status. */
    private static @Nullable Instant dueAfter(PayoutStatus to, Trigger trigger, Instant now) {
        return switch (to) {
            case PROCESSING -> now;
            // An undelivered amount is refunded immediately; staff complete the refund of a reverted payout.
            case REJECTED -> trigger == Trigger.REVERT ? null : now;
            case PENDING, PENDING_REVIEW, IN_REVIEW, SUCCESS, PARTIAL_SUCCESS, FAILED, REFUNDED, EXPIRED, CANCELLED ->
                null;
        };
    }

    /** Completes the payout when all legs have an outcome. */
    static Decision<PayoutAggregate> complete(PayoutAggregate before, By by, Instant now) {
        if (!before.hasAllOutcomes()) {
            return Decision.of(before);
        }
        var delivered = before.delivered();
        var trigger = delivered == before.payout().terms().amount()
                ? Trigger.DELIVERED
                : delivered > 0 ? Trigger.PARTLY_DELIVERED : Trigger.NOT_DELIVERED;
        return transition(before, trigger, by, delivered, now);
    }

    /** Refers it to staff. One that is no longer processing stays unchanged. */
    static Decision<PayoutAggregate> loseTrack(PayoutAggregate before, String reason, By by, Instant now) {
        return before.allows(Trigger.LOSE_TRACK)
                ? transition(reviewed(before, reason), Trigger.LOSE_TRACK, by, 0, now)
                : Decision.of(before);
    }

    /** Also changes the reason of a payout that is in review already. */
    static Decision<PayoutAggregate> deliveredTwice(PayoutAggregate before, String reason, By by, Instant now) {
        return before.payable() && before.openMatch().isEmpty()
                ? loseTrack(reviewed(before, reason), reason, by, now)
                : Decision.of(before);
    }

    private static PayoutAggregate reviewed(PayoutAggregate before, String reason) {
        return before.map(progress -> progress.withReviewReason(reason));
    }

    /** @param paying the attempt that paid its leg, after its transition */
    static Decision<PayoutAggregate> delivered(
            PayoutAggregate before, Attempt paying, PayoutOutcome.Delivered delivered, By by, Instant now) {
        var sender = delivered.sender();
        var whole = delivered.amount() == paying.amount();
        var after = before.with(
                        paying,
                        whole ? LegStatus.Trigger.DELIVER : LegStatus.Trigger.DELIVER_PART,
                        delivered.amount(),
                        now)
                .map(progress -> progress.withLastTransfer(new Payout.LastTransfer(
                        sender.platform(),
                        sender.identifier(),
                        sender.holderName(),
                        delivered.reference(),
                        delivered.slipQrString())));
        return complete(after, by, now);
    }

    /** @param dead the attempt that failed, after its transition */
    static Decision<PayoutAggregate> failed(
            PayoutAggregate before, Attempt dead, PayoutOutcome.Failed failed, By by, Instant now) {
        var failure = new Payout.Failure(failed.code().word(), failed.message());
        var after = before.with(dead, LegStatus.Trigger.FAIL, 0, now).map(progress -> progress.withFailure(failure));
        return complete(after, by, now);
    }
}
