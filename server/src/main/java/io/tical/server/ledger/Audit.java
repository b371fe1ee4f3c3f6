package io.tical.server.ledger;

import io.tical.db.BulkWrite;
import io.tical.db.Database;
import io.tical.db.Databases;
import io.tical.db.RowChange;
import io.tical.db.Session;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * Proves the ledger from its own rows, in one snapshot of the database, while the service runs:
 *
 * <ul>
 *   <li>wallets, transfers and seals are as the service wrote them, by their MACs, and so are the rows of all other tables with MACs;
 *   <li>each wallet's transfers are numbered without a gap, each follows from the one before, and the wallet is their sum;
 *   <li>debits equal credits in every currency and environment;
 *   <li>every seal follows from its transfers and the seal before it, and only the newest transfers are not sealed;
 *   <li>the transfers are those that the rows of every {@link MoneyAudit} account for, and these rows do not contradict each other;
 *   <li>the rows are those of the journal: none was deleted, reverted to an earlier version, or added.
 * </ul>
 *
 * It names at most {@value Findings#KEPT_MAX} wrong rows. It reads page by page, so its memory does not grow with the tables, except for
 * the head of each wallet's chain.
 */
public final class Audit {
    private static final Duration PROGRESS = Duration.ofSeconds(5);

    private final Database database;
    private final List<BulkWrite<?>> authenticated;
    private final List<MoneyAudit> moneyAudits;

    /** @param authenticated tables of other packages whose rows carry a MAC */
    public Audit(Database database, List<BulkWrite<?>> authenticated, List<MoneyAudit> moneyAudits) {
        this.database = database;
        this.authenticated = List.copyOf(authenticated);
        this.moneyAudits = List.copyOf(moneyAudits);
    }

    /** Audits everything. */
    public AuditReport run() {
        return run(List.of());
    }

    /**
     * Audits everything, and checks that these heads are still in their chains.
     *
     * @param noted heads of earlier audits
     */
    public AuditReport run(List<Head> noted) {
        return run(noted, progress -> {});
    }

    /** @param progress receives a short text every few seconds */
    public AuditReport run(List<Head> noted, Consumer<String> progress) {
        return run(new WholeAudit(authenticated, moneyAudits, noted), progress);
    }

    /**
     * Audits the changes after noted heads: later transfers, seals and rows of the journal, every row that changed, and the money of these
     * rows. Does not read other rows.
     *
     * @param since the heads of one earlier audit
     * @param noted further heads, which must still be in their chains
     */
    public AuditReport since(List<Head> since, List<Head> noted) {
        return since(since, noted, progress -> {});
    }

    /** @param progress receives a short text every few seconds */
    public AuditReport since(List<Head> since, List<Head> noted, Consumer<String> progress) {
        return since(since, noted, ChangedRows.SHARE, progress);
    }

    /** @param share the number of changes that are processed at a time */
    AuditReport since(List<Head> since, List<Head> noted, int share, Consumer<String> progress) {
        return run(new SinceAudit(authenticated, moneyAudits, since, noted, share), progress);
    }

    private AuditReport run(AuditPlan plan, Consumer<String> progress) {
        var run = new AuditRun(plan);
        var reporter = Thread.ofVirtual().name("audit-progress").start(() -> reportProgress(run, progress));
        try {
            return run.in(database);
        } finally {
            reporter.interrupt();
        }
    }

    private static void reportProgress(AuditRun run, Consumer<String> progress) {
        try {
            while (true) {
                Thread.sleep(PROGRESS);
                progress.accept(run.progress());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Proves by their MACs that the service wrote the rows of a table; returns their number.
     *
     * @param journal accepts every row as the journal should have it
     */
    static long prove(Session session, BulkWrite<?> table, Consumer<RowChange> journal, Findings findings) {
        return TablePages.of(session, table).forEach((proof, row) -> {
            findings.unaltered(proof.altered(row), table.table(), () -> proof.name(row));
            if (table.isJournaled()) {
                journal.accept(proof.asJournaled(row));
            }
        });
    }

    /** Whether a service has been using the database for this long. */
    static boolean serving(Session session, Duration since) {
        return session.sql("""
                        SELECT EXISTS (
                            SELECT FROM pg_stat_activity
                            WHERE datname = current_database() AND application_name = :service
                              AND backend_start <= now() - make_interval(secs => :seconds)) AS serving
                        """)
                .bind("service", Databases.SERVICE)
                .bind("seconds", since.toSeconds())
                .one(row -> row.flag("serving"));
    }
}
