package io.tical.server.payout;

import io.tical.db.Database;
import io.tical.server.key.TransactionKey;
import io.tical.server.payout.PayoutStatus.Trigger;
import io.tical.server.rail.Dispatcher;
import io.tical.server.rail.PayoutRail;
import io.tical.server.rail.Rails;
import io.tical.server.rail.SentAttempts;
import io.tical.server.work.DueTable;
import io.tical.server.work.DueWork;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Advances payouts that are due: activates, dispatches, polls rails, expires reviews, completes refunds. */
public final class PayoutWork extends DueWork {
    /** Most payouts in flight wait for a rail. A call that starts in time is recorded before the work is closed. */
    private static final Limits LIMITS = new Limits(1, 200, 1_000, HELD_MAX, PayoutRail.DEADLINE.plusSeconds(5));

    private static final Logger LOG = LoggerFactory.getLogger(PayoutWork.class);

    private final Payouts payouts;
    private final Dispatcher<PayoutAggregate> dispatcher;

    /** @param polls the delays after dispatch at which an open attempt is polled; after the last one, staff decide */
    PayoutWork(
            Database database,
            Payouts payouts,
            SentAttempts<PayoutAggregate> sent,
            Rails rails,
            List<Duration> polls,
            Clock clock) {
        super(
                database,
                "payouts",
                "payout",
                Duration.ofMillis(200),
                new DueTable("payout", "payout_id", "due_at"),
                LIMITS);
        this.payouts = payouts;
        this.dispatcher = new Dispatcher<>(database, new PayoutDispatch(payouts), sent, rails, polls, clock);
    }

    @Override
    protected CompletableFuture<Void> begin(List<TransactionKey> keys, long claimedAt) {
        // The limits allow batches of one.
        var key = keys.getFirst();
        var payout = payouts.reads().get(key);
        var undoes = payout.status() == PayoutStatus.PENDING_REVIEW || payout.status() == PayoutStatus.REJECTED;
        if (undoes && !payouts.isFree(key)) {
            return CompletableFuture.completedFuture(null); // due again when its lease ends
        }
        switch (payout.status()) {
            case PENDING -> fire(key, Trigger.ACTIVATE);
            case PROCESSING -> {
                return dispatcher.send(key, claimedAt);
            }
            case PENDING_REVIEW -> fire(key, Trigger.EXPIRE);
            case REJECTED -> fire(key, Trigger.COMPLETE_REFUND);
            case IN_REVIEW, SUCCESS, PARTIAL_SUCCESS, FAILED, REFUNDED, EXPIRED, CANCELLED ->
                LOG.debug("payout {} changed since it was due", key.id());
        }
        return CompletableFuture.completedFuture(null);
    }

    private void fire(TransactionKey key, Trigger trigger) {
        payouts.commands().run(key, new PayoutAction.Fire(trigger));
    }
}
