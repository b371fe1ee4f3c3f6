package io.tical.server.payin;

import io.tical.db.Database;
import io.tical.server.p2p.Matches;
import io.tical.server.transaction.TransactionKey;
import io.tical.server.work.Items;
import io.tical.server.work.Work;
import java.time.Duration;

/**
 * Lets payouts go on whose payers did not pay. Each is released in one transaction that claims it by its locks: a node that
 * dies leaves it due, and what one node is at another passes by.
 */
public final class MatchWork implements Work {
    private static final int DUE_MAX = 100;
    private static final Duration PAUSE = Duration.ofMillis(500);

    private final Database database;
    private final Payins payins;
    private final Items<TransactionKey> items;

    public MatchWork(Database database, Payins payins) {
        this.database = database;
        this.payins = payins;
        this.items = new Items<>(
                "the match of payin",
                (payin, by) -> database.transaction(session -> Matches.postpone(session, payin, by)));
    }

    @Override
    public String name() {
        return "matches";
    }

    @Override
    public Duration pause() {
        return PAUSE;
    }

    @Override
    public boolean round() {
        var due = database.run(session -> Matches.due(session, DUE_MAX));
        var released = due.stream().filter(this::release).count();
        return released == DUE_MAX;
    }

    private boolean release(TransactionKey payin) {
        return items.run(payin, () -> database.transaction(session -> payins.releaseDue(session, payin)));
    }
}
