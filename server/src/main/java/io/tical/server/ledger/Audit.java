package io.tical.server.ledger;

import io.tical.db.BulkWrite;
import io.tical.db.Database;
import io.tical.db.Databases;
import io.tical.db.Session;
import io.tical.server.ledger.AuditReport.Head;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Proves the ledger from its own rows, in one snapshot of the database and beside live traffic:
 *
 * <ul>
 *   <li>wallets, transfers and seals are as the service wrote them, by their MACs, and so are the rows of all other evidence;
 *   <li>each wallet's transfers are numbered without a gap, each follows from the one before, and the wallet is their sum;
 *   <li>debits equal credits in every currency and environment;
 *   <li>every seal fits its transfers and the seal before it, and only the newest transfers are not sealed;
 *   <li>the journal moved what the rows of every {@link MoneyAudit} say, and those do not contradict each other.
 * </ul>
 *
 * It stops at the first row that is wrong and names it. It reads page by page, so its memory does not grow with the tables, except for
 * the head of each wallet's chain.
 */
public final class Audit {
    private final Database database;
    private final List<BulkWrite<?>> evidence;
    private final List<MoneyAudit> moneyAudits;

    /** @param evidence tables of other packages whose rows carry a MAC */
    public Audit(Database database, List<BulkWrite<?>> evidence, List<MoneyAudit> moneyAudits) {
        this.database = database;
        this.evidence = List.copyOf(evidence);
        this.moneyAudits = List.copyOf(moneyAudits);
    }

    /** Audits everything. */
    public AuditReport run() {
        return run(List.of());
    }

    /**
     * Audits everything, and that these heads are still in their chains.
     *
     * @param noted heads of earlier audits
     */
    public AuditReport run(List<Head> noted) {
        return database.snapshot(session -> run(session, noted));
    }

    private AuditReport run(Session session, List<Head> noted) {
        var began = System.nanoTime();
        var at = session.sql("SELECT now() AS at").one(row -> row.instant("at"));
        var journal = new JournalAudit(session, at, serving(session, JournalAudit.SEALED_WITHIN));
        var counts = new TreeMap<String, Long>();
        Finding finding = null;
        try {
            journal.run();
            noted.forEach(head -> requireSealed(session, head));
            for (var table : evidence) {
                counts.put(table.table(), new RowAudit(session, table).run());
            }
            for (var audit : moneyAudits) {
                run(session, audit);
                audit.tables().forEach(table -> counts.put(table, count(session, table)));
            }
        } catch (Finding.Found found) {
            finding = found.finding();
        }
        journal.count(counts);
        return new AuditReport(
                at,
                Duration.ofNanos(System.nanoTime() - began),
                counts,
                journal.totals(),
                List.copyOf(journal.heads),
                finding);
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

    private static void requireSealed(Session session, Head noted) {
        var found = SealStore.endingAt(session, noted.wallet(), noted.toSeq()).map(Head::of);
        Finding.require(
                found.equals(Optional.of(noted)),
                "seal",
                WalletAudit.describe(noted.wallet()) + " to transfer " + noted.toSeq(),
                "the hash " + noted.hash() + ", which was noted",
                found.map(Head::hash).orElse("no seal that ends there"));
    }

    private static void run(Session session, MoneyAudit audit) {
        audit.contradictions().forEach(sql -> Finding.requireNone(session, sql));
        var posted = audit.posted();
        if (posted != null) {
            new PostedAudit(session, posted).run();
        }
    }

    private static long count(Session session, String table) {
        return session.sql("SELECT count(*) AS n FROM " + table).one(row -> row.number("n"));
    }
}
