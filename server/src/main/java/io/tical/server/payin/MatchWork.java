package io.tical.server.payin;

import io.tical.db.Database;
import io.tical.db.DatabaseUnavailable;
import io.tical.server.payin.PayinCommand.Target;
import io.tical.server.work.Work;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets payouts go on whose payers did not pay. Each is released in one transaction that claims it by its locks: a node that
 * dies leaves it due, and what one node is at another passes by.
 */
public final class MatchWork implements Work {
    private static final int DUE_MAX = 100;
    private static final Duration PAUSE = Duration.ofMillis(500);

    private static final Logger LOG = LoggerFactory.getLogger(MatchWork.class);

    private final Database database;
    private final Payins payins;

    public MatchWork(Database database, Payins payins) {
        this.database = database;
        this.payins = payins;
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
        var due = database.run(session -> MatchStore.due(session, DUE_MAX));
        var released = due.stream().filter(this::release).count();
        return released == DUE_MAX;
    }

    /** One that fails must not keep the others back. */
    private boolean release(Target payin) {
        try {
            return database.transaction(session -> payins.releaseDue(session, payin));
        } catch (DatabaseUnavailable away) {
            throw away;
        } catch (RuntimeException failure) {
            LOG.warn("the match of payin {} could not be released and will be tried again", payin.payinId(), failure);
            database.transaction(session -> MatchStore.postpone(session, payin, LEASE));
            return false;
        }
    }
}
