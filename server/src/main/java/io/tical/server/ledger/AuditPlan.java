package io.tical.server.ledger;

import io.tical.db.Session;
import java.time.Duration;
import java.util.List;
import java.util.function.BiConsumer;

/** The parts of an audit, which can run at the same time. */
interface AuditPlan {
    /** @param work the proof, on a snapshot of the database */
    record Part(String name, BiConsumer<Session, Findings> work) {}

    /** The parts that prove that rows are as the service wrote them. */
    List<Part> ofRows();

    /** The parts that compare rows with each other and with the transfers. */
    List<Part> ofMoney();

    /** Runs after all parts. */
    void end(Session session, Findings ofRows, Findings ofMoney);

    AuditReport report(Duration duration, List<Finding> wrongRows, List<Finding> contradictions);
}
