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
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicInteger;
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

    private final Set<String> running = new ConcurrentSkipListSet<>();
    private final AtomicInteger ended = new AtomicInteger();
    private volatile int all;
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

    /** @param work what proves it, on a snapshot of the database */
    private record Part(String name, Consumer<Session> work) {}

    AuditReport in(Database database) {
        var parts = parts();
        all = parts.size();
        var numbered = new ArrayList<Consumer<Session>>();
        for (int number = 0; number < parts.size(); number++) {
            numbered.add(numbered(number, parts.get(number)));
        }
        database.snapshot(numbered, numbered(parts.size(), new Part(Journal.TABLE, journal::compare)));
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

    /** How far it is, in a few words. */
    String progress() {
        return ended + " of " + all + " parts after "
                + Duration.ofNanos(System.nanoTime() - began).toSeconds() + " s, reading " + String.join(", ", running);
    }

    /** Does not begin when a part before it has found something. */
    private Consumer<Session> numbered(int number, Part part) {
        return session -> {
            if (findings.keySet().stream().noneMatch(earlier -> earlier < number)) {
                running.add(part.name());
                try {
                    part.work().accept(session);
                } catch (Finding.Found found) {
                    findings.put(number, found.finding());
                } finally {
                    running.remove(part.name());
                    ended.incrementAndGet();
                }
            }
        };
    }

    private List<Part> parts() {
        var parts = new ArrayList<Part>();
        parts.add(new Part("transfer", this::ledger));
        parts.add(new Part("seal", session -> Audit.prove(session, SealStore.SEALS, journal.part())));
        noted.forEach(head -> parts.add(new Part("noted head", head::requireStored)));
        evidence.forEach(table -> parts.add(new Part(
                table.table(), session -> counts.put(table.table(), Audit.prove(session, table, journal.part())))));
        moneyAudits.forEach(audit -> parts.addAll(parts(audit)));
        parts.add(new Part(Journal.TABLE, session -> counts.put(Journal.TABLE, journal.read(session))));
        return parts;
    }

    private void ledger(Session session) {
        at = session.sql("SELECT now() AS at").one(row -> row.instant("at"));
        var audit = new LedgerAudit(session, at, Audit.serving(session, LedgerAudit.SEALED_WITHIN), journal.part());
        ledger = audit;
        audit.run();
    }

    private List<Part> parts(MoneyAudit audit) {
        var parts = new ArrayList<Part>();
        var name = String.join(" and ", audit.tables());
        audit.contradictions().forEach(sql -> parts.add(new Part(name, session -> Finding.requireNone(session, sql))));
        var posted = audit.posted();
        if (posted != null) {
            parts.add(new Part("transfers of " + posted.table(), session -> new PostedAudit(session, posted).run()));
        }
        var proved = evidence.stream().map(BulkWrite::table).toList();
        audit.tables().stream()
                .filter(table -> !proved.contains(table))
                .forEach(table -> parts.add(new Part(table, session -> counts.put(table, count(session, table)))));
        return parts;
    }

    private static long count(Session session, String table) {
        return session.sql("SELECT count(*) AS n FROM " + table).one(row -> row.number("n"));
    }
}
