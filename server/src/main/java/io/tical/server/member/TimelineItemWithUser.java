package io.tical.server.member;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tical.server.key.TransactionKey;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.AuditEntry;
import io.tical.server.transaction.AuditLog;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.TimelineItem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An item of a timeline as users of the organization see it.
 *
 * @param user who did it, if it was one of them
 */
public record TimelineItemWithUser(
        @JsonUnwrapped TimelineItem item, @Nullable String user) {
    /** More than users do with one object. */
    private static final int ENTRIES_MAX = 50;

    /** A timeline with the names of its users, which the audit log has. */
    public static List<TimelineItemWithUser> of(AuditLog log, TransactionKey object, List<TimelineItem> timeline) {
        var filter = new AuditLog.Filter(Actor.Kind.USER, null, object.id(), object.organizationId(), null);
        var entries = log.list(filter, new Page(ENTRIES_MAX, 0, null));
        return timeline.stream()
                .map(item -> new TimelineItemWithUser(item, user(item, entries)))
                .toList();
    }

    private static @Nullable String user(TimelineItem item, List<AuditEntry> entries) {
        var request = item.requestId();
        if (request == null || !item.kind().equals("state")) {
            return null;
        }
        return entries.stream()
                .map(AuditEntry::actor)
                .filter(actor -> request.equals(actor.requestId()))
                .map(Actor::id)
                .findFirst()
                .orElse(null);
    }
}
