package io.tical.server.ledger;

import io.tical.db.BulkWrite;
import io.tical.db.Journal;
import io.tical.db.Session;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The audit of everything. */
final class WholeAudit implements AuditPlan {
    private final List<BulkWrite<?>> authenticated;
    private final List<MoneyAudit> moneyAudits;
    private final List<Head> noted;
    private final JournalAudit journal;
    private final Map<String, Long> counts = new ConcurrentSkipListMap<>();
    private volatile Instant at = Instant.EPOCH;
    private volatile @Nullable LedgerAudit ledger;

    /** @param noted heads that must still be in their chains */
    WholeAudit(List<BulkWrite<?>> authenticated, List<MoneyAudit> moneyAudits, List<Head> noted) {
        this.authenticated = authenticated;
        this.moneyAudits = moneyAudits;
        this.noted = noted;
        this.journal = new JournalAudit(Stream.concat(Stream.of(SealStore.SEALS), authenticated.stream())
                .filter(BulkWrite::isJournaled)
                .toList());
    }

    @Override
    public List<Part> ofRows() {
        var parts = new ArrayList<Part>();
        parts.add(new Part("transfer", this::ledger));
        // The ledger's part reports them.
        parts.add(new Part("seal", (session, findings) -> {
            var ofJournal = journal.stored();
            TablePages.of(session, SealStore.SEALS).forEach((proof, row) -> ofJournal.accept(proof.asJournaled(row)));
        }));
        parts.add(new Part(
                "noted heads", (session, findings) -> noted.forEach(head -> head.requireStored(session, findings))));
        authenticated.forEach(table -> parts.add(new Part(
                table.table(),
                (session, findings) ->
                        counts.put(table.table(), Audit.prove(session, table, journal.stored(), findings)))));
        moneyAudits.forEach(audit -> audit.missing()
                .forEach(sql -> parts.add(statement("missing " + String.join(" and ", audit.tables()), sql))));
        parts.add(new Part(
                Journal.TABLE, (session, findings) -> counts.put(Journal.TABLE, journal.read(session, findings))));
        return parts;
    }

    private void ledger(Session session, Findings findings) {
        at = session.sql("SELECT now() AS at").one(row -> row.instant("at"));
        var serving = Audit.serving(session, LedgerAudit.SEALED_WITHIN);
        var audit = new LedgerAudit(session, at, serving, journal.changes(), findings);
        ledger = audit;
        audit.run();
        if (audit.changesLost()) {
            journal.lose();
        }
    }

    private static Part statement(String name, String sql) {
        return new Part(
                name,
                (session, findings) -> PostedAudit.requireNone(session.sql(PostedAudit.ordered(sql)), findings::add));
    }

    @Override
    public List<Part> ofMoney() {
        return moneyAudits.stream().flatMap(this::ofMoney).toList();
    }

    private Stream<Part> ofMoney(MoneyAudit audit) {
        var parts = new ArrayList<Part>();
        var name = String.join(" and ", audit.tables());
        Stream.concat(audit.contradictions().stream(), audit.sums().stream())
                .forEach(sql -> parts.add(statement(name, sql)));
        audit.proofs()
                .forEach(proof -> parts.add(new Part(
                        proof.name(), (session, findings) -> proof.work().accept(session, findings::add))));
        var posted = audit.posted();
        if (posted != null) {
            parts.add(new Part(
                    "transfers of " + posted.table(),
                    (session, findings) -> new PostedAudit(session, posted, findings::add).run()));
        }
        var proved = authenticated.stream().map(BulkWrite::table).toList();
        audit.tables().stream()
                .filter(table -> !proved.contains(table))
                .forEach(table ->
                        parts.add(new Part(table, (session, findings) -> counts.put(table, count(session, table)))));
        return parts.stream();
    }

    @Override
    public void end(Session session, Findings ofRows, Findings ofMoney) {
        journal.compare(session, ofRows);
    }

    @Override
    public AuditReport report(Duration duration, List<Finding> wrongRows, List<Finding> contradictions) {
        var ledger = Objects.requireNonNull(this.ledger);
        ledger.count(counts);
        return new AuditReport(
                at,
                duration,
                counts,
                ledger.totals(),
                Stream.concat(ledger.heads.stream(), journal.heads()).toList(),
                wrongRows,
                contradictions);
    }

    private static long count(Session session, String table) {
        return session.sql("SELECT count(*) AS n FROM " + table).one(row -> row.number("n"));
    }
}
