package io.tical.server.payout;

import io.tical.server.payout.PayoutStatus.Trigger;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.Decision;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Changes the status of a payout, with postings, history and event. */
final class PayoutTransitions {
    private PayoutTransitions() {}

    /**
     * @param command its author and note are recorded
     * @param arrived minor units delivered over all legs
     */
    static Decision<PayoutAggregate> transit(
            PayoutAggregate before, Trigger trigger, PayoutCommand command, long arrived, Instant now) {
        var row = PayoutStatus.TABLE.on(before.status(), trigger);
        var money = PayoutMoney.of(row.effect(), before.payout(), arrived);
        var progress = before.payout().progress();
        var to = row.to();
        var resumed = to == PayoutStatus.PROCESSING;
        var after = before.with(new Payout.Progress(
                to,
                money.settled(),
                progress.sender(),
                resumed ? null : progress.failure(),
                resumed ? null : progress.reviewReason(),
                progress.version(),
                dueAfter(to, trigger, now),
                to == PayoutStatus.EXPIRED ? now : null,
                now,
                to.terminal() ? now : null));
        return new Decision<>(
                after,
                money.movements(),
                List.of(change(before.status(), to, trigger.word(), command.actor(), command.note())),
                PayoutCallback.announcement(after.payout()).stream().toList());
    }

    /** Completes the payout when all legs are decided. */
    static Decision<PayoutAggregate> settle(PayoutAggregate payout, PayoutCommand command, Instant now) {
        if (!payout.decided()) {
            return Decision.of(payout);
        }
        var arrived = payout.arrived();
        var trigger = arrived == payout.payout().terms().amount()
                ? Trigger.DELIVERED
                : arrived > 0 ? Trigger.PARTLY_DELIVERED : Trigger.NOT_DELIVERED;
        return transit(payout, trigger, command, arrived, now);
    }

    /** Refers the payout to staff. A payout that is no longer processing stays unchanged. */
    static Decision<PayoutAggregate> loseTrack(
            PayoutAggregate payout, String reason, PayoutCommand command, Instant now) {
        return possible(payout, Trigger.LOSE_TRACK)
                ? transit(payout.map(one -> one.withReviewReason(reason)), Trigger.LOSE_TRACK, command, 0, now)
                : Decision.of(payout);
    }

    /** @throws Problem.Conflict {@code PAYOUT_STATUS_TRANSITION_INVALID} when the status does not allow the trigger */
    static void require(PayoutAggregate payout, Trigger trigger) {
        PayoutStatus.TABLE.on(payout.status(), trigger);
    }

    static boolean possible(PayoutAggregate payout, Trigger trigger) {
        return PayoutStatus.TABLE.allows(payout.status(), trigger);
    }

    static Decision.Change change(
            PayoutStatus from, PayoutStatus to, String trigger, Actor actor, @Nullable String note) {
        return new Decision.Change(from.word(), to.word(), trigger, actor, note);
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
}
