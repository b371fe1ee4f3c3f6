package io.tical.server.ledger;

import io.tical.db.Database;
import io.tical.db.Session;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Proves the books from their own rows, in one unchanging picture of the database and beside live traffic:
 *
 * <ul>
 *   <li>each wallet's transfers are numbered without a gap, each follows from the one before, and its row is their sum;
 *   <li>debits equal credits in every currency and environment;
 *   <li>every seal fits its transfers and the seal before it, and bears the installation's MAC;
 *   <li>no payout leg was dispatched twice, the rail's own book agrees, and the journal moved what each payout says;
 *   <li>the journal moved what each live payin says, and nothing for a test payin;
 *   <li>a payout was completed by a payer exactly where that payer's payin was paid;
 *   <li>what nobody could match is in suspense until it was decided, and then where it was decided.
 * </ul>
 *
 * It stops at the first row that is wrong and names it. It reads page by page, so that memory does not grow with the
 * tables, but for one line a wallet: the head of its chain.
 */
public final class Audit {
    private final Database database;
    private final byte @Nullable [] macKey;

    /** @param macKey the key that transfers are sealed with; null leaves the MACs unchecked */
    public Audit(Database database, byte @Nullable [] macKey) {
        this.database = database;
        this.macKey = macKey == null ? null : macKey.clone();
    }

    /** Audits everything there is. */
    public AuditReport run() {
        return database.snapshot(this::run);
    }

    private AuditReport run(Session session) {
        var began = System.nanoTime();
        var at = session.sql("SELECT now() AS at").one(row -> row.instant("at"));
        var journal = new JournalAudit(session, at, macKey);
        var payouts = new PayoutAudit(session);
        var payins = new PayinAudit(session);
        var matches = new MatchAudit(session);
        var suspense = new SuspenseAudit(session);
        Finding finding = null;
        try {
            journal.run();
            payouts.run(journal.transfersOf("payout"));
            payins.run(journal.transfersOf("payin"));
            matches.run();
            suspense.run(journal.transfersOf("suspense"));
        } catch (Finding.Found found) {
            finding = found.finding();
        }
        Map<String, Long> counts = new TreeMap<>(payouts.counts());
        counts.putAll(payins.counts());
        counts.putAll(matches.counts());
        counts.putAll(suspense.counts());
        return report(at, Duration.ofNanos(System.nanoTime() - began), journal, counts, finding);
    }

    private AuditReport report(
            Instant at, Duration duration, JournalAudit journal, Map<String, Long> counts, @Nullable Finding finding) {
        counts.put("wallet", journal.wallets());
        counts.put("transfer", journal.transfers());
        counts.put("seal", journal.seals());
        return new AuditReport(
                at,
                duration,
                counts,
                journal.totals(),
                List.copyOf(journal.heads()),
                macKey != null,
                List.copyOf(journal.warnings()),
                finding);
    }
}
