package io.tical.server.slip;

import io.tical.db.Database;
import io.tical.server.decision.Leases;
import io.tical.server.key.TransactionKey;
import io.tical.server.payin.ExpectedTransfers;
import io.tical.server.payin.Payins;
import io.tical.server.work.DueTable;
import io.tical.server.work.DueWork;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Examines slips that are due. */
public final class SlipWork extends DueWork {
    /** A verifier may have to sign in first, which takes longer than other work. */
    private static final Limits LIMITS = new Limits(1, 32, 32, HELD_MAX.multipliedBy(2), Duration.ofSeconds(3));

    private final SlipExamination examination;

    /**
     * @param expected what statements show of payments
     * @param polls see {@code TICAL_SLIP_POLL_SECONDS}
     */
    public SlipWork(
            Database database,
            Payins payins,
            ExpectedTransfers expected,
            SlipVerifiers verifiers,
            SlipStorage storage,
            Leases leases,
            List<Duration> polls,
            Clock clock) {
        super(database, "slips", "slip", Duration.ofMillis(100), new DueTable("slip", "slip_id", "due_at"), LIMITS);
        this.examination = new SlipExamination(database, payins, expected, verifiers, storage, leases, polls, clock);
    }

    @Override
    protected CompletableFuture<Void> begin(List<TransactionKey> keys, long claimedAt) {
        examination.examine(keys.getFirst());
        return CompletableFuture.completedFuture(null);
    }
}
