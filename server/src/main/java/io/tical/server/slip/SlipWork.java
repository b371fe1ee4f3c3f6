package io.tical.server.slip;

import io.tical.db.Database;
import io.tical.db.DatabaseUnavailable;
import io.tical.server.payin.Payins;
import io.tical.server.rail.Verifiers;
import io.tical.server.transaction.TransactionKey;
import io.tical.server.work.Items;
import io.tical.server.work.Work;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes slips on that are due. A claim moves {@code due_at} one lease into the future, so whatever a node leaves undone when it
 * dies is due again then; doing it twice does nothing.
 *
 * <p>Each slip is examined on a thread of its own beside the rounds, so one that waits for its verifier holds up no other.
 */
public final class SlipWork implements Work, AutoCloseable {
    /** Longer than a verifier takes, which may have to sign in first. */
    private static final Duration LEASE = Duration.ofSeconds(30);

    private static final Duration PAUSE = Duration.ofMillis(100);
    private static final Duration GRACE = Duration.ofSeconds(3);
    private static final int UNDER_WAY_MAX = 32;

    private static final Logger LOG = LoggerFactory.getLogger(SlipWork.class);

    private final Database database;
    private final SlipExamination examination;
    private final Items<TransactionKey> items;
    private final Semaphore room = new Semaphore(UNDER_WAY_MAX);

    /** @param polls see {@code TICAL_SLIP_POLL_SECONDS} */
    public SlipWork(Database database, Payins payins, Verifiers verifiers, SlipStorage storage, List<Duration> polls) {
        this.database = database;
        this.items = new Items<>(
                "slip", (key, by) -> database.transaction(session -> SlipStore.postpone(session, key, by)) > 0);
        this.examination = new SlipExamination(
                database, payins, verifiers, storage, new SlipSettlement(database, payins), polls, LEASE);
    }

    @Override
    public String name() {
        return "slips";
    }

    @Override
    public Duration pause() {
        return PAUSE;
    }

    @Override
    public boolean round() {
        var most = room.availablePermits();
        if (most == 0) {
            return false;
        }
        // This thread alone takes permits, so there are as many as it has seen.
        var claimed = database.transaction(session -> SlipStore.claim(session, most, LEASE));
        for (var key : claimed) {
            room.acquireUninterruptibly();
            Thread.ofVirtual().name("slip").start(() -> takeOn(key));
        }
        return false;
    }

    private void takeOn(TransactionKey key) {
        try {
            items.run(key, () -> examination.examine(key));
        } catch (DatabaseUnavailable away) {
            LOG.debug("slip {} waits for the database until its lease ends", key.id(), away);
        } finally {
            room.release();
        }
    }

    /** Gives what is under way a moment; what is left is due again soon. */
    @Override
    public void close() {
        try {
            if (!room.tryAcquire(UNDER_WAY_MAX, GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.info("slips are left to be taken on by another node");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
