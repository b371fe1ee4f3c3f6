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
import java.util.function.BiConsumer;
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
    private final Findings findings = new Findings();

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
    private record Part(String name, BiConsumer<Session, Findings> work) {}

    AuditReport in(Database database) {
        var ofRows = ofRows();
        var ofMoney = moneyAudits.stream().flatMap(this::ofMoney).toList();
        all = ofRows.size() + ofMoney.size();
        var works = new ArrayList<Consumer<Session>>();
        var number = 0;
        for (var part : ofRows) {
            works.add(work(part, findings.ofPart(number++)));
        }
        var comparison = findings.ofPart(number++);
        var contradictions = findings.ofPart(number);
        for (var part : ofMoney) {
            works.add(work(part, findings.ofPart(number++)));
        }
        database.snapshot(works, session -> journal.compare(session, comparison));
        var ledger = Objects.requireNonNull(this.ledger);
        ledger.count(counts);
        return new AuditReport(
                at,
                Duration.ofNanos(System.nanoTime() - began),
                counts,
                ledger.totals(),
                Stream.concat(ledger.heads.stream(), journal.heads()).toList(),
                findings.until(ofRows.size() + 1),
                contradictions.until(number));
    }

    /** How far it is, in a few words. */
    String progress() {
        return ended + " of " + all + " parts after "
                + Duration.ofNanos(System.nanoTime() - began).toSeconds() + " s, reading " + String.join(", ", running);
    }

    private Consumer<Session> work(Part part, Findings findings) {
        return session -> {
            running.add(part.name());
            try {
                part.work().accept(session, findings);
            } finally {
                running.remove(part.name());
                ended.incrementAndGet();
            }
        };
    }

    /** What proves that rows are as the service wrote them. */
    private List<Part> ofRows() {
        var parts = new ArrayList<Part>();
        parts.add(new Part("transfer", this::ledger));
        // The ledger's part reports them.
        parts.add(new Part("seal", (session, findings) -> {
            var ofJournal = journal.part();
            TablePages.of(session, SealStore.SEALS).forEach((proof, row) -> ofJournal.accept(proof.asJournaled(row)));
        }));
        parts.add(new Part(
                "noted heads", (session, findings) -> noted.forEach(head -> head.requireStored(session, findings))));
        evidence.forEach(table -> parts.add(new Part(
                table.table(),
                (session, findings) ->
                        counts.put(table.table(), Audit.prove(session, table, journal.part(), findings)))));
        parts.add(new Part(
                Journal.TABLE, (session, findings) -> counts.put(Journal.TABLE, journal.read(session, findings))));
        return parts;
    }

    private void ledger(Session session, Findings findings) {
        at = session.sql("SELECT now() AS at").one(row -> row.instant("at"));
        var serving = Audit.serving(session, LedgerAudit.SEALED_WITHIN);
        var audit = new LedgerAudit(session, at, serving, journal.part(), findings);
        ledger = audit;
        audit.run();
        if (audit.changesLost()) {
            journal.lose();
        }
    }

    /** What compares rows with each other and with what was posted. */
    private Stream<Part> ofMoney(MoneyAudit audit) {
        var parts = new ArrayList<Part>();
        var name = String.join(" and ", audit.tables());
        audit.contradictions()
                .forEach(sql -> parts.add(
                        new Part(name, (session, findings) -> PostedAudit.requireNone(session, sql, findings))));
        var posted = audit.posted();
        if (posted != null) {
            parts.add(new Part(
                    "transfers of " + posted.table(),
                    (session, findings) -> new PostedAudit(session, posted, findings).run()));
        }
        var proved = evidence.stream().map(BulkWrite::table).toList();
        audit.tables().stream()
                .filter(table -> !proved.contains(table))
                .forEach(table ->
                        parts.add(new Part(table, (session, findings) -> counts.put(table, count(session, table)))));
        return parts.stream();
    }

    private static long count(Session session, String table) {
        return session.sql("SELECT count(*) AS n FROM " + table).one(row -> row.number("n"));
    }
}
