package io.tical.server.ledger;

import io.tical.db.Database;
import io.tical.db.Session;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** One audit: its parts run at the same time on one snapshot. */
final class AuditRun {
    private final long began = System.nanoTime();
    private final AuditPlan plan;
    private final Findings findings = new Findings();
    private final Queue<RuntimeException> failures = new ConcurrentLinkedQueue<>();
    private final Set<String> running = new ConcurrentSkipListSet<>();
    private final AtomicInteger ended = new AtomicInteger();
    private volatile int all;

    AuditRun(AuditPlan plan) {
        this.plan = plan;
    }

    AuditReport in(Database database) {
        var ofRows = plan.ofRows();
        var ofMoney = plan.ofMoney();
        all = ofRows.size() + ofMoney.size() + 1;
        var works = new ArrayList<Consumer<Session>>();
        var number = 0;
        for (var part : ofRows) {
            works.add(work(part.name(), part.work(), findings.ofPart(number++)));
        }
        var lastOfRows = findings.ofPart(number++);
        var contradictions = findings.ofPart(number++);
        for (var part : ofMoney) {
            works.add(work(part.name(), attempted(part), findings.ofPart(number++)));
        }
        database.snapshot(
                works, work("what differs", (session, last) -> plan.end(session, last, contradictions), lastOfRows));
        var wrongRows = findings.until(ofRows.size() + 1);
        if (wrongRows.isEmpty() && !failures.isEmpty()) {
            throw failures.element();
        }
        return plan.report(Duration.ofNanos(System.nanoTime() - began), wrongRows, contradictions.until(number));
    }

    /** Runs a part that compares rows. It may fail on values that no service writes; the findings about rows are then still reported. */
    private BiConsumer<Session, Findings> attempted(AuditPlan.Part part) {
        return (session, findings) -> {
            var failure = session.attempt(() -> part.work().accept(session, findings));
            if (failure != null) {
                failures.add(failure);
                findings.add(
                        part.name(),
                        "comparison with other rows",
                        "values that can be compared; restore the altered rows, and run ./tical audit again",
                        "values that cannot be compared");
            }
        };
    }

    /** The progress, as a short text. */
    String progress() {
        return ended + " of " + all + " parts after "
                + Duration.ofNanos(System.nanoTime() - began).toSeconds() + " s, reading " + String.join(", ", running);
    }

    private Consumer<Session> work(String name, BiConsumer<Session, Findings> work, Findings findings) {
        return session -> {
            running.add(name);
            try {
                work.accept(session, findings);
            } finally {
                running.remove(name);
                ended.incrementAndGet();
            }
        };
    }
}
