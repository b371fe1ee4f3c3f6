package io.tical.server.outward;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.outward.Fence.Closed;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.AuditEntry;
import io.tical.server.transaction.AuditEntry.Act;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells all administrators that nothing may leave until people do something, and that what left is not in the database. */
final class OutwardNotices {
    private static final Logger LOG = LoggerFactory.getLogger(OutwardNotices.class);

    private final Database database;
    private final Clock clock;

    /** What was last told; null if nothing was. */
    private @Nullable Closed told;

    OutwardNotices(Database database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    /** What is told of cases. */
    private record Found(long cases) {}

    /** What is told of logs. */
    private record Shut(Fence.Reason reason, List<UUID> logs, Instant closedAt) {}

    /** Tells it once, if people must do something. If that fails, the next call tries again. */
    void closed(Closed closed) {
        if (!closed.needsPeople() || closed.equals(told)) {
            return;
        }
        try {
            var log = closed.logs().isEmpty() ? null : closed.logs().getFirst();
            database.transaction(session -> {
                var act = new Act(
                        null,
                        "close",
                        KnownLogs.RESOURCE,
                        log,
                        null,
                        new Shut(closed.reason(), closed.logs(), closed.since()));
                tell(session, act, "nothing is sent", closed.sentence());
                return closed;
            });
            told = closed;
        } catch (RuntimeException failure) {
            LOG.warn("administrators could not be told that nothing is sent", failure);
        }
    }

    /** Tells how many cases a comparison opened, in its transaction. */
    void lost(Session session, long opened) {
        if (opened > 0) {
            var act = new Act(null, "open", LostCases.RESOURCE, null, null, new Found(opened));
            tell(
                    session,
                    act,
                    opened == 1 ? "1 case" : opened + " cases",
                    "The database does not have what was sent or told to merchants before. Nothing is sent twice; look at the cases.");
        }
    }

    private void tell(Session session, Act act, String subject, String why) {
        AuditEntry.insertLater(session, Actor.SERVICE, act.ofControl(subject).noting(why), clock.instant());
    }
}
