package io.tical.server.transaction;

import io.tical.db.BulkWrite;
import io.tical.db.Database;
import io.tical.db.Session;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** What administrators are told: the changes of controls in the audit log, until each of them has acknowledged it. */
public record Notices(Database database, Clock clock) {
    /** Who has acknowledged what, whose rows carry a MAC. */
    public static BulkWrite<?> authenticatedTable() {
        return NoticeStore.ACKNOWLEDGEMENTS;
    }

    /** The ids of the newest notices. */
    public static List<UUID> newest(Session session, int rowsMax) {
        return NoticeStore.newest(session, rowsMax);
    }

    /**
     * Notices since the operator exists, newest first: one more than the page's limit, when there are that many.
     *
     * @param unread whether those that the operator has acknowledged are left out
     */
    public List<AuditEntry> list(UUID operatorId, Instant since, boolean unread, Page page) {
        return database.run(session -> NoticeStore.list(session, operatorId, since, unread, page));
    }

    /** When the operator has acknowledged these notices; without those that they have not. */
    public Map<UUID, Instant> acknowledged(UUID operatorId, List<AuditEntry> notices) {
        return database.run(session -> NoticeStore.acknowledged(
                session, operatorId, notices.stream().map(AuditEntry::id).toList()));
    }

    /** @throws io.tical.server.problem.Problem.NotFound {@code NOTICE_NOT_FOUND} */
    public AuditEntry get(UUID noticeId) {
        return database.run(session -> NoticeStore.get(session, noticeId));
    }

    /**
     * The operator has seen a notice. Does nothing if that is known.
     *
     * @throws io.tical.server.problem.Problem.NotFound {@code NOTICE_NOT_FOUND}
     */
    public AuditEntry acknowledge(UUID operatorId, UUID noticeId) {
        return database.transaction(session -> {
            var notice = NoticeStore.get(session, noticeId);
            NoticeStore.acknowledge(session, new NoticeStore.Acknowledgement(operatorId, noticeId, clock.instant()));
            return notice;
        });
    }
}
