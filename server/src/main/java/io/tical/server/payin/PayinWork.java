package io.tical.server.payin;

import io.tical.db.Database;
import io.tical.server.collection.Reservations;
import io.tical.server.work.DueTable;
import io.tical.server.work.LockedWork;
import io.tical.server.work.Work;
import java.time.Duration;
import java.util.List;

/** The background work of payins. None of it leaves the database. */
public final class PayinWork {
    private static final Duration PAUSE = Duration.ofMillis(200);
    private static final int RELEASE_MAX = 5_000;

    private PayinWork() {}

    public static List<Work> of(Database database, Payins payins) {
        return List.of(activation(database, payins), release(database, payins), reservations(database));
    }

    /** Activates payins in the guide's vocabulary, and expires unpaid payins. */
    private static Work activation(Database database, Payins payins) {
        return new LockedWork(
                database,
                "payins",
                "payin",
                PAUSE,
                new DueTable("payin", "payin_id", "due_at"),
                new LockedWork.Limits(500, 500),
                keys -> database.transaction(session -> payins.processDue(session, keys)));
    }

    /** Releases the matches of unpaid payins. */
    private static Work release(Database database, Payins payins) {
        return new LockedWork(
                database,
                "matches",
                "the match of payin",
                Duration.ofMillis(500),
                new DueTable("p2p_match", "payin_id", "release_at"),
                new LockedWork.Limits(100, 1),
                keys -> database.transaction(session -> payins.releaseDue(session, keys.getFirst())) ? 1 : 0);
    }

    /** Releases the reservations of expired payins when they are due. */
    private static Work reservations(Database database) {
        return new Work.Repeated(
                "amount reservations",
                PAUSE,
                () -> database.transaction(session -> Reservations.releaseDue(session, RELEASE_MAX)) == RELEASE_MAX);
    }
}
