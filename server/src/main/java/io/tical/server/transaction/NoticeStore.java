package io.tical.server.transaction;

import static io.tical.db.ColumnType.ID;
import static io.tical.db.ColumnType.TIME;

import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.db.Table;
import io.tical.db.TableColumns;
import io.tical.server.problem.Problem;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The SQL of notices: entries of the audit log with a subject, and who has acknowledged them. */
final class NoticeStore {
    static final Table<Acknowledgement> ACKNOWLEDGEMENTS = Table.of("notice_acknowledgement", NoticeStore::columns);

    /** An operator has seen a notice. */
    record Acknowledgement(UUID operatorId, UUID noticeId, Instant at) {}

    private NoticeStore() {}

    static List<AuditEntry> list(Session session, UUID operatorId, Instant since, boolean unread, Page page) {
        return ListSql.newestFirst("e.audit_id", page)
                .where("e.subject IS NOT NULL")
                .where("e.created_at >= :since", "since", since)
                .where("""
                        NOT (:unread AND EXISTS (SELECT 1 FROM notice_acknowledgement n
                             WHERE n.operator_id = cast(:operator AS uuid) AND n.audit_id = e.audit_id))""")
                .bind("unread", unread)
                .bind("operator", operatorId)
                .page(session, "SELECT e.* FROM audit_entry e")
                .list(AuditEntry.ENTRIES.proved(session));
    }

    /** The ids of the newest notices. */
    static List<UUID> newest(Session session, int rowsMax) {
        return session.sql(
                        "SELECT audit_id FROM audit_entry WHERE subject IS NOT NULL ORDER BY audit_id DESC LIMIT :rows")
                .bind("rows", rowsMax)
                .list(row -> row.uuid("audit_id"));
    }

    static Map<UUID, Instant> acknowledged(Session session, UUID operatorId, Collection<UUID> notices) {
        return session
                .sql("""
                        SELECT * FROM notice_acknowledgement
                        WHERE operator_id = cast(:operator AS uuid) AND audit_id = ANY (cast(:notices AS uuid[]))
                        """)
                .bind("operator", operatorId)
                .bindEach("notices", notices, id -> id)
                .list(ACKNOWLEDGEMENTS.proved(session))
                .stream()
                .collect(Collectors.toMap(Acknowledgement::noticeId, Acknowledgement::at));
    }

    static AuditEntry get(Session session, UUID id) {
        return session.sql("SELECT * FROM audit_entry WHERE audit_id = cast(:id AS uuid) AND subject IS NOT NULL")
                .bind("id", id)
                .first(AuditEntry.ENTRIES.proved(session))
                .orElseThrow(() -> Problem.NotFound.of("notice"));
    }

    static void acknowledge(Session session, Acknowledgement acknowledgement) {
        ACKNOWLEDGEMENTS.insertIfAbsent(session, acknowledgement);
    }

    private static Function<Row, Acknowledgement> columns(TableColumns<Acknowledgement> t) {
        var operatorId = t.key("operator_id", ID, Acknowledgement::operatorId);
        var noticeId = t.key("audit_id", ID, Acknowledgement::noticeId);
        var at = t.column("acknowledged_at", TIME, Acknowledgement::at);
        return row -> new Acknowledgement(operatorId.of(row), noticeId.of(row), at.of(row));
    }
}
