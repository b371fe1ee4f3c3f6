package io.tical.server.ledger;

import io.tical.db.BulkWrite;
import io.tical.db.Database;
import io.tical.db.Journal;
import io.tical.db.Session;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One audit: its parts, which run at the same time on one snapshot, and what they found. */
final class AuditRun {
    private final long began = System.nanoTime();
    private final List<BulkWrite<?>> evidence;
    private final List<MoneyAudit> moneyAudits;
    private final List<Head> noted;
    private final JournalAudit journal;
    private final Map<String, Long> counts = new ConcurrentSkipListMap<>();
    /** By the number of the part, so that the first part's is reported, whichever ends first. */
    private final Map<Integer, Finding> findings = new ConcurrentSkipListMap<>();

    private volatile Instant at = Instant.EPOCH;
    private volatile @Nullable LedgerAudit ledger;

    AuditRun(List<BulkWrite<?>> evidence, List<MoneyAudit> moneyAudits, List<Head> noted) {
        this.evidence = evidence;
        this.moneyAudits = moneyAudits;
        this.noted = noted;
        this.journal = new JournalAudit(Stream.concat(Stream.of(SealStore.SEALS), evidence.stream())
                .filter(BulkWrite::isJournaled)
                .toList());
    }

    AuditReport in(Database database) {
        var parts = parts();
        var numbered = new ArrayList<Consumer<Session>>();
        for (int number = 0; number < parts.size(); number++) {
            numbered.add(numbered(number, parts.get(number)));
        }
        database.snapshot(numbered, numbered(parts.size(), journal::compare));
        var ledger = Objects.requireNonNull(this.ledger);
        ledger.count(counts);
        return new AuditReport(
                at,
                Duration.ofNanos(System.nanoTime() - began),
                counts,
                ledger.totals(),
                Stream.concat(ledger.heads.stream(), journal.heads()).toList(),
                findings.values().stream().findFirst().orElse(null));
    }

    /** Does not begin when a part before it has found something. */
    private Consumer<Session> numbered(int number, Consumer<Session> part) {
        return session -> {
            if (findings.keySet().stream().noneMatch(earlier -> earlier < number)) {
                try {
                    part.accept(session);
                } catch (Finding.Found found) {
                    findings.put(number, found.finding());
                }
            }
        };
    }

    private List<Consumer<Session>> parts() {
        var parts = new ArrayList<Consumer<Session>>();
        parts.add(this::ledger);
        parts.add(session -> Audit.prove(session, SealStore.SEALS, journal.part()));
        noted.forEach(head -> parts.add(head::requireStored));
        evidence.forEach(table -> parts.add(
                session -> counts.put(table.table(), Audit.prove(session, table, journal.part()))));
        moneyAudits.forEach(audit -> parts.addAll(parts(audit)));
        parts.add(session -> counts.put(Journal.TABLE, journal.read(session)));
        return parts;
    }

    private void ledger(Session session) {
        at = session.sql("SELECT now() AS at").one(row -> row.instant("at"));
        var audit = new LedgerAudit(
                session, at, Audit.serving(session, LedgerAudit.SEALED_WITHIN), journal.part());
        ledger = audit;
        audit.run();
    }

    private List<Consumer<Session>> parts(MoneyAudit audit) {
        var parts = new ArrayList<Consumer<Session>>();
        audit.contradictions().forEach(sql -> parts.add(session -> Finding.requireNone(session, sql)));
        var posted = audit.posted();
        if (posted != null) {
            parts.add(session -> new PostedAudit(session, posted).run());
        }
        var proved = evidence.stream().map(BulkWrite::table).toList();
        audit.tables().stream()
                .filter(table -> !proved.contains(table))
                .forEach(table -> parts.add(session -> counts.put(table, count(session, table))));
        return parts;
    }

    private static long count(Session session, String table) {
        return session.sql("SELECT count(*) AS n FROM " + table).one(row -> row.number("n"));
    }
}
