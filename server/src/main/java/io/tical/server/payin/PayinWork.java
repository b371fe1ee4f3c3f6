package io.tical.server.payin;

import io.tical.db.Database;
import io.tical.db.DatabaseUnavailable;
import io.tical.server.collection.Reservations;
import io.tical.server.transaction.TransactionKey;
import io.tical.server.work.Items;
import io.tical.server.work.Work;
import java.time.Duration;
import java.util.List;

/**
 * What happens to payins by itself: those of the guide's vocabulary are opened, those that nobody paid expire, and the
 * amounts of those long expired are free again.
 *
 * <p>None of it leaves the database, so what is due is claimed and done in one transaction, with {@code FOR UPDATE SKIP
 * LOCKED}: a node that dies leaves it due, and what one node is at another passes by.
 */
public final class PayinWork implements Work {
    private static final int DUE_MAX = 500;
    private static final int FREE_MAX = 5_000;
    private static final Duration PAUSE = Duration.ofMillis(200);

    private final Database database;
    private final Payins payins;
    private final Items<TransactionKey> items;

    public PayinWork(Database database, Payins payins) {
        this.database = database;
        this.payins = payins;
        this.items = new Items<>(
                "payin", (payin, by) -> database.transaction(session -> PayinStore.postpone(session, payin, by)) > 0);
    }

    @Override
    public String name() {
        return "payins";
    }

    @Override
    public Duration pause() {
        return PAUSE;
    }

    @Override
    public boolean round() {
        var freed = database.transaction(session -> Reservations.releaseDue(session, FREE_MAX));
        var due = database.run(session -> PayinStore.due(session, DUE_MAX));
        var settled = due.isEmpty() ? 0 : settle(due);
        // Where none could be had, another node is at them.
        return freed == FREE_MAX || (due.size() == DUE_MAX && settled > 0);
    }

    /** Answers how many. One that fails must not keep the others back. */
    private int settle(List<TransactionKey> due) {
        if (due.size() == 1) {
            var payin = due.getFirst();
            return items.run(payin, () -> database.transaction(session -> payins.processDue(session, due))) ? 1 : 0;
        }
        try {
            return database.transaction(session -> payins.processDue(session, due));
        } catch (DatabaseUnavailable away) {
            throw away;
        } catch (RuntimeException failure) {
            var half = due.size() / 2;
            return settle(due.subList(0, half)) + settle(due.subList(half, due.size()));
        }
    }
}
