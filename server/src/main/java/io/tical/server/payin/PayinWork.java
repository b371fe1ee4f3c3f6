package io.tical.server.payin;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.payin.PayinCommand.Target;
import io.tical.server.payin.PayinStatus.Trigger;
import io.tical.server.work.Work;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What happens to payins by itself: those of the guide's vocabulary are opened, those that nobody paid expire, and the
 * amounts of those long expired are free again.
 *
 * <p>A claim moves {@code due_at} one lease into the future, so whatever a node leaves undone when it dies is due again
 * then. Doing it twice does nothing.
 */
public final class PayinWork implements Work {
    private static final int CLAIM_MAX = 500;
    private static final int FREE_MAX = 5_000;
    private static final Duration PAUSE = Duration.ofMillis(200);

    private static final Logger LOG = LoggerFactory.getLogger(PayinWork.class);

    private final Database database;
    private final Payins payins;

    public PayinWork(Database database, Payins payins) {
        this.database = database;
        this.payins = payins;
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
        var freed = database.transaction(session -> SlotStore.freeDue(session, FREE_MAX));
        var claimed = database.transaction(PayinWork::claim);
        try (var each = Executors.newVirtualThreadPerTaskExecutor()) {
            claimed.forEach(due -> each.submit(() -> takeOn(due)));
        }
        return claimed.size() == CLAIM_MAX || freed == FREE_MAX;
    }

    /** A claimed payin, and as what it was claimed. */
    private record Due(Target target, PayinStatus status, Payin.Dialect dialect) {}

    // now(), not clock_timestamp(): only a value that stands still while the statement runs can be looked up in the
    // index.
    private static List<Due> claim(Session session) {
        return session.sql("""
                        WITH due AS MATERIALIZED (
                            SELECT organization_id, livemode, payin_id FROM payin
                            WHERE due_at <= now() ORDER BY due_at LIMIT :most FOR UPDATE SKIP LOCKED)
                        UPDATE payin p SET due_at = clock_timestamp() + make_interval(secs => :lease)
                        FROM due
                        WHERE p.organization_id = due.organization_id AND p.livemode = due.livemode AND p.payin_id = due.payin_id
                        RETURNING p.organization_id, p.livemode, p.payin_id, p.status, p.dialect
                        """)
                .bind("lease", (double) LEASE.toSeconds())
                .bind("most", CLAIM_MAX)
                .list(row -> new Due(
                        PayinStore.target(row),
                        PayinStatus.of(row.text("status")).orElseThrow(),
                        Payin.Dialect.of(row.text("dialect"))));
    }

    private void takeOn(Due due) {
        try {
            switch (due.status()) {
                case PENDING ->
                    payins.fire(due.target(), due.dialect() == Payin.Dialect.GUIDE ? Trigger.ACTIVATE : Trigger.EXPIRE);
                case PROCESSING -> payins.fire(due.target(), Trigger.EXPIRE);
                case SUCCESS, FAILED, REJECTED, REFUNDED, EXPIRED, CANCELLED ->
                    LOG.debug("payin {} needs nothing any more", due.target().payinId());
            }
        } catch (RuntimeException failure) {
            // Due again when the lease ends.
            LOG.warn(
                    "payin {} could not be taken on and will be tried again",
                    due.target().payinId(),
                    failure);
        }
    }
}
