package io.tical.server.payout;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.payout.PayoutStatus.Trigger;
import io.tical.server.rail.PayoutRail;
import io.tical.server.rail.Rails;
import io.tical.server.transaction.TransactionKey;
import io.tical.server.work.Work;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes payouts on when they are due: activates, dispatches, asks rails again, expires reviews, completes refunds. No payout waits
 * for another: a round begins as many as there is room for and goes on claiming while slow ones are under way.
 *
 * <p>A claim moves {@code due_at} one lease into the future, so whatever a node leaves undone when it dies is due again
 * then.
 */
public final class PayoutWork implements Work, AutoCloseable {
    /** Payouts that are worked on at a time. */
    private static final int HANDS = 200;

    /** A rail that takes longer than this needs no hand: nothing is to be done until it answers. */
    private static final Duration HAND_FREE_AFTER = Duration.ofMillis(100);

    /** Payouts under way at a time; most of them wait for a rail. */
    private static final int UNDER_WAY_MAX = 1_000;

    private static final Duration PAUSE = Duration.ofMillis(200);

    /** For what is recorded behind the last call's deadline. */
    private static final Duration CLOSES_WITHIN = PayoutRail.DEADLINE.plusSeconds(5);

    private static final Logger LOG = LoggerFactory.getLogger(PayoutWork.class);

    private final Database database;
    private final Payouts payouts;
    private final PayoutDispatch dispatch;
    private final Semaphore hands = new Semaphore(HANDS);
    private final Semaphore room = new Semaphore(UNDER_WAY_MAX);

    /** @param polls how long after its dispatch an open attempt is asked about, in order; after the last, people must look */
    public PayoutWork(Database database, Payouts payouts, Rails rails, List<Duration> polls) {
        this.database = database;
        this.payouts = payouts;
        this.dispatch = new PayoutDispatch(database, payouts, rails, polls);
    }

    @Override
    public String name() {
        return "payouts";
    }

    @Override
    public Duration pause() {
        return PAUSE;
    }

    @Override
    public boolean round() {
        var most = reserve();
        var claimed = List.<TransactionKey>of();
        try {
            if (most > 0) {
                claimed = database.transaction(session -> claim(session, most));
            }
        } finally {
            hands.release(most - claimed.size());
            room.release(most - claimed.size());
        }
        var claimedAt = System.nanoTime();
        for (var target : claimed) {
            Thread.ofVirtual().name("payout-" + target.id()).start(() -> takeOn(target, claimedAt));
        }
        return claimed.size() == most;
    }

    /** Takes hands and room for as many payouts as may be claimed now; waits a little for the first. */
    private int reserve() {
        try {
            if (!room.tryAcquire(PAUSE.toMillis(), TimeUnit.MILLISECONDS)) {
                return 0;
            }
            if (!hands.tryAcquire(PAUSE.toMillis(), TimeUnit.MILLISECONDS)) {
                room.release();
                return 0;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 0;
        }
        var reserved = 1;
        while (reserved < HANDS && room.tryAcquire()) {
            if (!hands.tryAcquire()) {
                room.release();
                break;
            }
            reserved++;
        }
        return reserved;
    }

    // now(), not clock_timestamp(): only a value that stands still while the statement runs can be looked up in the
    // index.
    private static List<TransactionKey> claim(Session session, int most) {
        return session.sql("""
                        WITH due AS MATERIALIZED (
                            SELECT organization_id, livemode, payout_id FROM payout
                            WHERE due_at <= now() ORDER BY due_at LIMIT :most FOR UPDATE SKIP LOCKED)
                        UPDATE payout p SET due_at = clock_timestamp() + make_interval(secs => :lease)
                        FROM due
                        WHERE p.organization_id = due.organization_id AND p.livemode = due.livemode AND p.payout_id = due.payout_id
                        RETURNING p.organization_id, p.livemode, p.payout_id
                        """)
                .bind("lease", (double) LEASE.toSeconds())
                .bind("most", most)
                .list(row ->
                        new TransactionKey(row.uuid("organization_id"), row.flag("livemode"), row.uuid("payout_id")));
    }

    /** Gives its hand back when it is done or waits for a rail, and its room when everything is recorded. */
    private void takeOn(TransactionKey target, long claimedAt) {
        var underWay = CompletableFuture.<Void>completedFuture(null);
        try {
            underWay = begin(target, claimedAt);
        } catch (RuntimeException failure) {
            // Due again when the lease ends.
            LOG.warn("payout {} could not be taken on and will be tried again", target.id(), failure);
        } finally {
            giveBack(underWay);
        }
    }

    private void giveBack(CompletableFuture<Void> underWay) {
        underWay.copy()
                .completeOnTimeout(null, HAND_FREE_AFTER.toMillis(), TimeUnit.MILLISECONDS)
                .thenRun(hands::release);
        underWay.thenRun(room::release);
    }

    private CompletableFuture<Void> begin(TransactionKey target, long claimedAt) {
        var payout = payouts.get(target);
        switch (payout.status()) {
            case PENDING -> payouts.fire(target, Trigger.ACTIVATE);
            case PROCESSING -> {
                return dispatch.send(target, claimedAt);
            }
            case PENDING_REVIEW -> payouts.fire(target, Trigger.EXPIRE);
            case REJECTED -> payouts.fire(target, Trigger.COMPLETE_REFUND);
            case IN_REVIEW, SUCCESS, PARTIAL_SUCCESS, FAILED, REFUNDED, EXPIRED, CANCELLED ->
                LOG.debug("payout {} needs nothing any more", target.id());
        }
        return CompletableFuture.completedFuture(null);
    }

    /** Waits until what is under way is recorded, which takes a call's deadline at most. Nothing may begin any more. */
    @Override
    public void close() {
        try {
            if (!room.tryAcquire(UNDER_WAY_MAX, CLOSES_WITHIN.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.warn("payouts are left under way and will be taken on when their leases end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
