package io.tical.server.payout;

import io.tical.db.Database;
import io.tical.server.key.TransactionKey;
import io.tical.server.payout.PayoutStatus.Trigger;
import io.tical.server.rail.DispatchWork;
import io.tical.server.rail.Dispatcher;
import io.tical.server.rail.Rails;
import io.tical.server.rail.SentAttempts;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Advances payouts that are due: activates, dispatches, polls rails, expires reviews, completes refunds. */
public final class PayoutWork extends DispatchWork<PayoutAggregate> {
    private static final Logger LOG = LoggerFactory.getLogger(PayoutWork.class);

    private final Payouts payouts;

    /** @param polls the delays after dispatch at which an open attempt is polled; after the last one, staff decide */
    PayoutWork(
            Database database,
            Payouts payouts,
            SentAttempts<PayoutAggregate> sent,
            Rails rails,
            List<Duration> polls,
            Clock clock) {
        super(
                new Dispatcher<>(database, payouts.dispatched(), sent, rails, polls, clock),
                Duration.ofMillis(200),
                200,
                1_000);
        this.payouts = payouts;
    }

    @Override
    protected CompletableFuture<Void> advance(TransactionKey key, long claimedAt) {
        var payout = payouts.reads().get(key);
        var undoes = payout.status() == PayoutStatus.PENDING_REVIEW || payout.status() == PayoutStatus.REJECTED;
        if (undoes && !payouts.isFree(key)) {
            return CompletableFuture.completedFuture(null); // due again when its lease ends
        }
        switch (payout.status()) {
            case PENDING -> fire(key, Trigger.ACTIVATE);
            case PROCESSING -> {
                return send(key, claimedAt);
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
