package io.tical.server.transaction;

import com.fasterxml.jackson.annotation.JsonRawValue;
import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads the audit log. */
public record AuditLog(Database database) {
    private static final int TIMELINE_MAX = 200;

    /**
     * The filters of a list; null selects all.
     *
     * @param kind the kind of the actor
     * @param actor the username of an operator or dashboard user
     * @param objectId the id of the changed object
     * @param organizationId the owner of the changed objects
     * @param livemode the environment of the changed objects; those of no environment, such as operators, are selected too
     */
    public record Filter(
            Actor.@Nullable Kind kind,
            @Nullable String actor,
            @Nullable UUID objectId,
            @Nullable UUID organizationId,
            @Nullable Boolean livemode) {}

    /** One entry more than the page's limit, when there are that many; newest first. */
    public List<AuditEntry> list(Filter filter, Page page) {
        return database.run(session -> list(session, filter, page));
    }

    /** Whether the log contains this action on an object of an organization about one of its attempts. */
    public static boolean contains(Session session, UUID objectId, String action, UUID attemptId) {
        return session.sql("""
                        SELECT 1 AS found FROM audit_entry
                        WHERE object_id = cast(:object AS uuid) AND action = :action AND after ->> 'attempt' = :attempt LIMIT 1
                        """)
                .bind("object", objectId)
                .bind("action", action)
                .bind("attempt", attemptId.toString())
                .first(_ -> true)
                .isPresent();
    }

    /** Whether the log contains a decision of this person with the same request id on this object. */
    public boolean hasDecision(TransactionKey object, Actor actor) {
        return database.run(session -> session.sql("""
                        SELECT 1 AS found FROM audit_entry
                        WHERE object_id = cast(:object AS uuid) AND actor_id = :actor AND request_id = :request
                          AND organization_id IS NOT DISTINCT FROM cast(:organization AS uuid) LIMIT 1
                        """)
                .bind("object", object.id())
                .bind("organization", object.owner())
                .bind("actor", actor.id())
                .bind("request", actor.requestId())
                .first(row -> true)
                .isPresent());
    }

    /**
     * The actions of operators on an object of the service in a period, oldest first.
     *
     * @throws io.tical.db.AlteredRow if the service did not write an entry
     */
    public static List<AuditEntry> ofObject(
            Session session, UUID objectId, Collection<String> actions, Instant since, Instant until) {
        return session.sql("""
                        SELECT * FROM audit_entry
                        WHERE object_id = cast(:object AS uuid) AND organization_id IS NULL AND actor_type = 'staff'
                          AND action = ANY (cast(:actions AS text[])) AND created_at > :since AND created_at <= :until
                        ORDER BY audit_id
                        """)
                .bind("object", objectId)
                .bind("actions", actions.toArray(String[]::new))
                .bind("since", since)
                .bind("until", until)
                .list(AuditEntry.ENTRIES.locked(session));
    }

    /**
     * Whether the log contains something that this person did with the same request id.
     *
     * @param since the request is not older than this id
     */
    public boolean hasRequest(Actor actor, UUID since) {
        return database.run(session -> session.sql("""
                        SELECT 1 AS found FROM audit_entry
                        WHERE actor_id = :actor AND audit_id >= cast(:since AS uuid) AND request_id = :request LIMIT 1
                        """)
                .bind("actor", actor.id())
                .bind("since", since)
                .bind("request", actor.requestId())
                .first(row -> true)
                .isPresent());
    }

    /** @param before as {@link AuditEntryView} */
    private record Acted(
            String objectType,
            UUID objectId,
            String actor,
            @Nullable String note,
            @JsonRawValue @Nullable String before,
            @JsonRawValue @Nullable String after) {}

    /** The actions of operators on an object of an organization, for its timeline for operators; the newest items if there are many. */
    public List<TimelineItem> timeline(UUID organizationId, UUID objectId) {
        var filter = new Filter(Actor.Kind.STAFF, null, objectId, organizationId, null);
        return list(filter, new Page(TIMELINE_MAX, 0, null)).stream()
                .map(AuditLog::item)
                .toList();
    }

    private static TimelineItem item(AuditEntry entry) {
        var actor = entry.actor();
        var detail = new Acted(
                entry.objectType(),
                Objects.requireNonNull(entry.objectId()),
                Objects.requireNonNull(actor.id()),
                entry.note(),
                entry.before(),
                entry.after());
        return new TimelineItem(entry.at(), "staff", entry.action(), detail, actor.requestId());
    }

    private static List<AuditEntry> list(Session session, Filter filter, Page page) {
        return ListSql.newestFirst("audit_id", page)
                .where(
                        "actor_type = :kind",
                        "kind",
                        filter.kind() == null ? null : filter.kind().word())
                .where("actor_id = :actor", "actor", filter.actor())
                .where("object_id = cast(:object AS uuid)", "object", filter.objectId())
                .where("organization_id = cast(:organization AS uuid)", "organization", filter.organizationId())
                .where(filter.livemode() == null ? "true" : "(livemode = " + filter.livemode() + ") IS NOT FALSE")
                .page(session, "SELECT * FROM audit_entry")
                .withCustomPlan()
                .list(AuditEntry.ENTRIES::read);
    }
}
