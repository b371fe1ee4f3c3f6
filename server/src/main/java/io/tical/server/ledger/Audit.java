package io.tical.server.ledger;

import io.tical.db.Database;
import io.tical.db.Session;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Proves the ledger from its own rows, in one snapshot of the database and beside live traffic:
 *
 * <ul>
 *   <li>each wallet's transfers are numbered without a gap, each follows from the one before, and the wallet is their sum;
 *   <li>debits equal credits in every currency and environment;
 *   <li>every seal fits its transfers and the seal before it, and has the installation's MAC;
 *   <li>the journal moved what the rows of every {@link MoneyAudit} say, and those do not contradict each other.
 * </ul>
 *
 * It stops at the first row that is wrong and names it. It reads page by page, so its memory does not grow with the tables, except for
 * the head of each wallet's chain.
 */
public final class Audit {
    private final Database database;
    private final byte @Nullable [] macKey;
    private final List<MoneyAudit> moneyAudits;

    /** @param macKey the key that transfers are sealed with; null leaves the MACs unchecked */
    public Audit(Database database, byte @Nullable [] macKey, List<MoneyAudit> moneyAudits) {
        this.database = database;
        this.macKey = macKey == null ? null : macKey.clone();
        this.moneyAudits = List.copyOf(moneyAudits);
    }

    /** Audits everything. */
    public AuditReport run() {
        return database.snapshot(this::run);
    }

    private AuditReport run(Session session) {
        var began = System.nanoTime();
        var at = session.sql("SELECT now() AS at").one(row -> row.instant("at"));
        var journal = new JournalAudit(session, at, macKey);
        var counts = new TreeMap<String, Long>();
        Finding finding = null;
        try {
            journal.run();
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
                macKey != null,
                List.copyOf(journal.warnings),
                finding);
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
