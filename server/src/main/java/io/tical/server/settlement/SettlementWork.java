package io.tical.server.settlement;

import io.tical.db.Database;
import io.tical.server.key.TransactionKey;
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

/** Sends settlements that are due, and polls their rails. */
public final class SettlementWork extends DueWork {
    /** Most settlements in flight wait for a rail. A call that starts in time is recorded before the work is closed. */
    private static final Limits LIMITS = new Limits(1, 20, 200, HELD_MAX, PayoutRail.DEADLINE.plusSeconds(5));

    private final Dispatcher<SettlementAggregate> dispatcher;

    /** @param polls the delays after dispatch at which an open attempt is polled; after the last one, staff decide */
    SettlementWork(
            Database database, SentAttempts<SettlementAggregate> sent, Rails rails, List<Duration> polls, Clock clock) {
        super(
                database,
                "settlements",
                "settlement",
                Duration.ofMillis(500),
                new DueTable("settlement", "settlement_id", "due_at"),
                LIMITS);
        this.dispatcher = new Dispatcher<>(database, sent.objects(), sent, rails, polls, clock);
    }

    @Override
    protected CompletableFuture<Void> begin(List<TransactionKey> keys, long claimedAt) {
        return dispatcher.send(keys.getFirst(), claimedAt);
    }
}
