package io.tical.server.transaction;

import io.tical.db.BulkWrite;
import io.tical.db.Session;
import io.tical.server.problem.Problem;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The SQL of notices: entries of the audit log with a subject, and who has acknowledged them. */
final class NoticeStore {
    static final BulkWrite<Acknowledgement> ACKNOWLEDGEMENTS = BulkWrite.<Acknowledgement>of("notice_acknowledgement")
            .key("operator_id", "uuid", Acknowledgement::operatorId)
            .key("audit_id", "uuid", Acknowledgement::noticeId)
            .column("acknowledged_at", "timestamptz", Acknowledgement::at)
            .authenticated()
            .journaled();

    /** An operator has seen a notice. */
    record Acknowledgement(UUID operatorId, UUID noticeId, Instant at) {}

    private NoticeStore() {}

    static List<AuditEntry> list(Session session, UUID operatorId, Instant since, boolean unread, Page page) {
        var proof = AuditEntry.ENTRIES.readingProof(session);
        return session.sql("""
                        SELECT e.* FROM audit_entry e
                        WHERE e.subject IS NOT NULL AND e.created_at >= :since
                          AND (cast(:before AS uuid) IS NULL OR e.audit_id < cast(:before AS uuid))
                          AND NOT (:unread AND EXISTS (SELECT 1 FROM notice_acknowledgement n
                                   WHERE n.operator_id = cast(:operator AS uuid) AND n.audit_id = e.audit_id))
                        ORDER BY e.audit_id DESC LIMIT :rows OFFSET :offset
                        """)
                .bind("operator", operatorId)
                .bind("since", since)
                .bind("unread", unread)
                .bind("before", page.before())
                .bind("rows", page.limit() + 1)
                .bind("offset", page.offset())
                .list(row -> {
                    proof.requireUnaltered(row);
                    return AuditEntry.of(row);
                });
    }

    /** The ids of the newest notices. */
    static List<UUID> newest(Session session, int rowsMax) {
        return session.sql(
                        "SELECT audit_id FROM audit_entry WHERE subject IS NOT NULL ORDER BY audit_id DESC LIMIT :rows")
                .bind("rows", rowsMax)
                .list(row -> row.uuid("audit_id"));
    }

    static Map<UUID, Instant> acknowledged(Session session, UUID operatorId, Collection<UUID> notices) {
        var proof = ACKNOWLEDGEMENTS.readingProof(session);
        var known = new HashMap<UUID, Instant>();
        session.sql("""
                        SELECT * FROM notice_acknowledgement
                        WHERE operator_id = cast(:operator AS uuid) AND audit_id = ANY (cast(:notices AS uuid[]))
                        """)
                .bind("operator", operatorId)
                .bindEach("notices", notices, id -> id)
                .list(row -> {
                    proof.requireUnaltered(row);
                    return known.put(row.uuid("audit_id"), row.instant("acknowledged_at"));
                });
        return known;
    }

    static AuditEntry get(Session session, UUID id) {
        var proof = AuditEntry.ENTRIES.readingProof(session);
        return session.sql("SELECT * FROM audit_entry WHERE audit_id = cast(:id AS uuid) AND subject IS NOT NULL")
                .bind("id", id)
                .first(row -> {
                    proof.requireUnaltered(row);
                    return AuditEntry.of(row);
                })
                .orElseThrow(() -> Problem.NotFound.of("notice"));
    }

    static void acknowledge(Session session, Acknowledgement acknowledgement) {
        ACKNOWLEDGEMENTS.insertIfAbsent(session, acknowledgement);
    }
}
