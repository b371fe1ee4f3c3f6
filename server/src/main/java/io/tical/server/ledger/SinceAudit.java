package io.tical.server.ledger;

import io.tical.db.BulkWrite;
import io.tical.db.Journal;
import io.tical.db.Session;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The audit of the changes after noted heads. */
final class SinceAudit implements AuditPlan {
    private final Map<String, BulkWrite<?>> tables = new HashMap<>();
    private final List<MoneyAudit> moneyAudits;
    private final List<Head> heads = new ArrayList<>();
    private final Noted noted;
    private final int share;
    private final JournalChains chains = new JournalChains();
    private final AtomicLong changes = new AtomicLong();
    private final Map<String, Long> counts = new ConcurrentSkipListMap<>();
    private volatile Instant at = Instant.EPOCH;
    private volatile @Nullable LedgerAudit ledger;
    /** Whether a transfer or a row of the journal is altered or missing. */
    private volatile boolean broken;

    /**
     * @param since the heads after which it begins
     * @param further heads that must still be in their chains
     * @param share the number of changes that are processed at a time
     */
    SinceAudit(
            List<BulkWrite<?>> authenticated,
            List<MoneyAudit> moneyAudits,
            List<Head> since,
            List<Head> further,
            int share) {
        this.share = share;
        Stream.concat(Stream.of(SealStore.SEALS), authenticated.stream())
                .filter(BulkWrite::isJournaled)
                .forEach(table -> tables.put(table.table(), table));
        this.moneyAudits = moneyAudits;
        this.heads.addAll(since);
        this.heads.addAll(further);
        this.noted = new Noted(since);
    }

    @Override
    public List<Part> ofRows() {
        return List.of(
                new Part(
                        "noted heads",
                        (session, findings) -> heads.forEach(head -> head.requireStored(session, findings))),
                new Part("transfer", this::ledger),
                new Part(Journal.TABLE, this::journal));
    }

    private void ledger(Session session, Findings findings) {
        at = session.sql("SELECT now() AS at").one(row -> row.instant("at"));
        var serving = Audit.serving(session, LedgerAudit.SEALED_WITHIN);
        var audit = new LedgerAudit(session, at, serving, change -> changes.incrementAndGet(), findings);
        ledger = audit;
        audit.run(noted);
        broken |= findings.count() > 0;
    }

    private void journal(Session session, Findings findings) {
        var increment = new Increment(session, noted);
        var count = 0L;
        for (var chain : increment.chains()) {
            var head = noted.of(chain);
            if (head == null) {
                chains.begin(chain, 0, new byte[0]);
            } else {
                var number = head.number();
                chains.begin(
                        chain,
                        number,
                        Journal.mac(session, new Journal.Place(chain, number))
                                .filter(mac -> head.equals(Head.ofJournal(chain, number, mac)))
                                .orElse(null));
            }
            count += increment.rows(
                    chain, (proof, row) -> chains.read(proof, row, change -> changes.incrementAndGet(), findings));
        }
        chains.finish();
        chains.requireNoted(findings);
        counts.put(Journal.TABLE, count);
        broken |= findings.count() > 0;
    }

    @Override
    public List<Part> ofMoney() {
        return List.of();
    }

    @Override
    public void end(Session session, Findings ofRows, Findings ofMoney) {
        var wallets = Objects.requireNonNull(ledger);
        wallets.count(counts);
        var size = changes.get() + counts.getOrDefault(LedgerStore.TRANSFERS.table(), 0L);
        var shares = size / share + 1;
        new ChangedRows(session, tables, moneyAudits, counts)
                .compare(new Increment(session, noted), wallets.keys(), shares, !broken, ofRows, ofMoney);
    }

    @Override
    public AuditReport report(Duration duration, List<Finding> wrongRows, List<Finding> contradictions) {
        var ledger = Objects.requireNonNull(this.ledger);
        return new AuditReport(
                at,
                duration,
                counts,
                List.of(),
                Stream.concat(ledger.heads.stream(), chains.heads()).toList(),
                wrongRows,
                contradictions);
    }
}
