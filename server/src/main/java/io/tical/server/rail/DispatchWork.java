package io.tical.server.rail;

import io.tical.server.key.TransactionKey;
import io.tical.server.work.DueTable;
import io.tical.server.work.DueWork;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Sends the payouts or the settlements that are due, and polls their rails. */
public class DispatchWork<A extends Disbursement<A>> extends DueWork {
    private final Dispatcher<A> dispatcher;

    /**
     * @param activeMax how many may use the processor or the database at the same time
     * @param inFlightMax how many may have begun; most of them wait for a rail
     */
    public DispatchWork(Dispatcher<A> dispatcher, Duration pause, int activeMax, int inFlightMax) {
        this(dispatcher, dispatcher.sent().subject().word(), pause, activeMax, inFlightMax);
    }

    private DispatchWork(Dispatcher<A> dispatcher, String table, Duration pause, int activeMax, int inFlightMax) {
        super(
                dispatcher.database(),
                table + "s",
                table,
                pause,
                new DueTable(table, table + "_id", "due_at"),
                // A call that starts in time is recorded before the work is closed.
                new Limits(1, activeMax, inFlightMax, HELD_MAX, PayoutRail.DEADLINE.plusSeconds(5)));
        this.dispatcher = dispatcher;
    }

    @Override
    protected final CompletableFuture<Void> begin(List<TransactionKey> keys, long claimedAt) {
        // The limits allow batches of one.
        return advance(keys.getFirst(), claimedAt);
    }

    /** Begins the work on an object that is due. */
    protected CompletableFuture<Void> advance(TransactionKey key, long claimedAt) {
        return send(key, claimedAt);
    }

    /** {@link Dispatcher#send} */
    protected final CompletableFuture<Void> send(TransactionKey key, long claimedAt) {
        return dispatcher.send(key, claimedAt);
    }
}
