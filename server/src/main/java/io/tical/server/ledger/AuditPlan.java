package io.tical.server.ledger;

import io.tical.db.Session;
import java.time.Duration;
import java.util.List;
import java.util.function.BiConsumer;

/** What an audit reads, in parts that can run at the same time. */
interface AuditPlan {
    /** @param work what proves it, on a snapshot of the database */
    record Part(String name, BiConsumer<Session, Findings> work) {}

    /** What proves that rows are as the service wrote them. */
    List<Part> ofRows();

    /** What compares rows with each other and with what was posted. */
    List<Part> ofMoney();

    /** Runs after all parts. */
    void end(Session session, Findings ofRows, Findings ofMoney);

    AuditReport report(Duration duration, List<Finding> wrongRows, List<Finding> contradictions);
}
