package io.tical.server.rail;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.transaction.TransactionKey;
import io.tical.server.work.Work;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the legs of a payout or a settlement and polls the sent ones. Each call is separate, and its outcome is recorded immediately.
 *
 * <p>A rail is called only after the attempt has committed. An open attempt is polled and never sent again.
 *
 * @param polls the delays after dispatch at which an open attempt is polled; after the last one, staff decide
 */
public record Dispatcher(Database database, Sent sent, Rails rails, List<Duration> polls, Clock clock) {
    /** The latest start of a call that ends within the lease: {@link Work#HELD_MAX} less the call and its recording. */
    private static final Duration BEGINS_WITHIN =
            Work.HELD_MAX.minus(PayoutRail.DEADLINE).minusSeconds(2);

    private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);

    /** The objects of one type that are sent. All methods except {@link #report} run within a transaction. */
    public interface Sent {
        /**
         * Locks an object, writes an attempt for each leg to send that has none, and returns the legs to send or poll now.
         *
         * @param rail the name of the rail of new attempts
         * @param polls see {@link Dispatcher}
         */
        List<Sending> prepare(Session session, TransactionKey key, String rail, List<Duration> polls, Instant now);

        /** Extends the lease of an object. The database's clock sets it, so that nodes agree. */
        void extendLease(Session session, TransactionKey key, Duration lease);

        /** Records that an attempt was handed to staff, who make the transfer and report its outcome. */
        void handed(Session session, TransactionKey key, UUID attemptId);

        /**
         * Records a poll without an outcome.
         *
         * @param polls the number of polls so far
         * @param next the time of the next poll
         */
        void polled(Session session, TransactionKey key, UUID attemptId, int polls, Instant next);

        /** Records the outcome of an attempt. */
        void report(TransactionKey key, UUID attemptId, PayoutOutcome outcome);
    }

    /**
     * Starts the due calls of an object and returns before they end.
     *
     * @param claimedAt the {@link System#nanoTime} of the claim
     * @return completes when the outcome of every leg is recorded, or its call has timed out
     */
    public CompletableFuture<Void> send(TransactionKey key, long claimedAt) {
        var rail = rails.payout(key.livemode());
        var sendings = database.transaction(session -> prepare(session, key, rail, claimedAt));
        return CompletableFuture.allOf(sendings.stream()
                .map(sending -> new LegCall(
                                sending.attempt().id(),
                                () -> sending.fresh() ? rail.dispatch(sending.leg()) : rail.poll(sending.leg()),
                                outcome -> record(key, sending, outcome),
                                late -> sent.report(key, sending.attempt().id(), late))
                        .start())
                .toArray(CompletableFuture[]::new));
    }

    /** Commits the attempts while the object is locked, so that it cannot be cancelled concurrently. */
    private List<Sending> prepare(Session session, TransactionKey key, PayoutRail rail, long claimedAt) {
        var sendings = sent.prepare(session, key, rail.name(), polls, clock.instant());
        var late = System.nanoTime() - claimedAt > BEGINS_WITHIN.toNanos();
        if (late && !sendings.isEmpty()) {
            sent.extendLease(session, key, Work.HELD_MAX);
        }
        return sendings;
    }

    /** The outcome of a call, unknown after the deadline. */
    private void record(TransactionKey key, Sending sending, PayoutOutcome outcome) {
        var attempt = sending.attempt();
        var polled = attempt.polls() + (sending.fresh() ? 0 : 1);
        if (outcome instanceof PayoutOutcome.Handed) {
            database.transaction(session -> {
                sent.handed(session, key, attempt.id());
                return outcome;
            });
            return;
        }
        if (!(outcome instanceof PayoutOutcome.Unknown) || polled >= polls.size()) {
            sent.report(key, attempt.id(), outcome);
            return;
        }
        var at = attempt.createdAt().plus(polls.get(polled));
        LOG.debug("attempt {} is polled at {}", attempt.id(), at);
        database.transaction(session -> {
            sent.polled(session, key, attempt.id(), polled, at);
            return at;
        });
    }
}
