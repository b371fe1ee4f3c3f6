package io.tical.server.transaction;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tical.common.Ids;
import io.tical.common.Json;
import io.tical.common.Word;
import io.tical.db.BulkWrite;
import io.tical.db.Row;
import io.tical.db.Session;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One entry of the audit log: an action of a person. It is written in the transaction of the action and never changed.
 *
 * @param organizationId the owner of the object; null for objects of the service, such as operators
 * @param livemode the environment of the object; null for objects without one
 * @param action a word such as {@code approve}
 * @param objectType such as {@code payout}
 * @param objectId null for an object that exists only once
 * @param before the previous values of the changed fields, as JSON without secrets; null if there are none
 * @param after the new values of the changed fields, as JSON without secrets; null if there are none
 * @param askedBy the username of the operator who asked for what the actor approved; null for an own action
 * @param subject what it concerns, in words, if it changed a control, so that all administrators are told; null otherwise
 */
public record AuditEntry(
        UUID id,
        @Nullable UUID organizationId,
        @Nullable Boolean livemode,
        Actor actor,
        String action,
        String objectType,
        @Nullable UUID objectId,
        @Nullable String before,
        @Nullable String after,
        @Nullable String note,
        Instant at,
        @Nullable String askedBy,
        @Nullable String subject) {
    public static final BulkWrite<AuditEntry> ENTRIES = BulkWrite.<AuditEntry>of("audit_entry")
            .key("audit_id", "uuid", AuditEntry::id)
            .column("organization_id", "uuid", AuditEntry::organizationId)
            .column("livemode", "boolean", AuditEntry::livemode)
            .column("actor_type", "text", one -> one.actor.kind().word())
            .column("actor_id", "text", one -> one.actor.id())
            .column("source", "text", one -> one.actor.source())
            .column("request_id", "text", one -> one.actor.requestId())
            .column("action", "text", AuditEntry::action)
            .column("object_type", "text", AuditEntry::objectType)
            .column("object_id", "uuid", AuditEntry::objectId)
            .column("before", "json", AuditEntry::before)
            .column("after", "json", AuditEntry::after)
            .column("note", "text", AuditEntry::note)
            .column("created_at", "timestamptz", AuditEntry::at)
            .column("asked_by", "text", AuditEntry::askedBy)
            .column("subject", "text", AuditEntry::subject)
            .authenticated()
            .journaled();

    /**
     * The action of a person on an object.
     *
     * @param organizationId the owner of the object; null for objects of the service
     * @param before the object before the action, as JSON; null if it is new
     * @param after the object after the action, as JSON; null if it was deleted
     * @param askedBy as {@link AuditEntry}
     * @param subject as {@link AuditEntry}
     */
    public record Act(
            @Nullable UUID organizationId,
            @Nullable Boolean livemode,
            String action,
            String objectType,
            @Nullable UUID objectId,
            @Nullable Object before,
            @Nullable Object after,
            @Nullable String note,
            @Nullable String askedBy,
            @Nullable String subject) {
        public Act(
                @Nullable UUID organizationId,
                @Nullable Boolean livemode,
                String action,
                String objectType,
                @Nullable UUID objectId,
                @Nullable Object before,
                @Nullable Object after,
                @Nullable String note) {
            this(organizationId, livemode, action, objectType, objectId, before, after, note, null, null);
        }

        public Act(
                @Nullable UUID organizationId,
                String action,
                String objectType,
                @Nullable UUID objectId,
                @Nullable Object before,
                @Nullable Object after) {
            this(organizationId, null, action, objectType, objectId, before, after, null);
        }

        /** A change of an object; the log contains the values that differ. */
        public static Act change(
                @Nullable UUID organizationId,
                @Nullable Boolean livemode,
                String action,
                String objectType,
                @Nullable UUID objectId,
                Object before,
                Object after) {
            var was = Json.object(before);
            var is = Json.object(after);
            return new Act(
                    organizationId,
                    livemode,
                    action,
                    objectType,
                    objectId,
                    differing(was, is),
                    differing(is, was),
                    null);
        }

        /** This action with a note. */
        public Act noting(@Nullable String text) {
            return new Act(
                    organizationId, livemode, action, objectType, objectId, before, after, text, askedBy, subject);
        }

        /**
         * This action, which changed a control, so that all administrators are told.
         *
         * @param what it concerns, in words
         */
        public Act ofControl(String what) {
            return ofControl(what, null, null);
        }

        /** This action, which changed a control as an operator decided. */
        public Act ofControl(String what, StaffDecision by) {
            return ofControl(what, by.note(), by.askedBy());
        }

        private Act ofControl(String what, @Nullable String why, @Nullable String asker) {
            return new Act(organizationId, livemode, action, objectType, objectId, before, after, why, asker, what);
        }
    }

    /**
     * Writes the action of a person, in its transaction, when the session sends. The log does not contain actions of the service itself.
     */
    public static void insertLater(Session session, Actor actor, Act act, Instant at) {
        if (!actor.inAuditLog()) {
            return;
        }
        insertLater(
                session,
                List.of(new AuditEntry(
                        Ids.next(),
                        act.organizationId,
                        act.livemode,
                        actor,
                        act.action,
                        act.objectType,
                        act.objectId,
                        json(act.before),
                        json(act.after),
                        act.note,
                        at,
                        act.askedBy,
                        act.subject)));
    }

    /** A decision on an object with a status: the values that differ, and the currency of those that are amounts. */
    static <A extends Aggregate<A>> AuditEntry of(
            String objectType, A was, A is, Decision<A> decision, Actor actor, Instant at) {
        var key = is.key();
        var before = Json.object(was.logged());
        var after = Json.object(is.logged());
        var changed = differing(after, before);
        var wallet = is.wallet();
        if (wallet != null) {
            changed.put("currency", wallet.currency());
        }
        var triggers =
                decision.changes().stream().map(Decision.StatusChange::trigger).collect(Collectors.joining(", "));
        var note = decision.changes().stream()
                .map(Decision.StatusChange::note)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
        return new AuditEntry(
                Ids.next(),
                key.organizationId(),
                key.livemode(),
                actor,
                triggers.isEmpty() ? "update" : triggers,
                objectType,
                key.id(),
                json(differing(before, after)),
                json(changed),
                note,
                at,
                null,
                null);
    }

    private static ObjectNode differing(ObjectNode values, ObjectNode others) {
        var differing = values.deepCopy();
        values.properties().stream()
                .filter(value -> value.getValue().equals(others.get(value.getKey())))
                .forEach(value -> differing.remove(value.getKey()));
        return differing;
    }

    private static @Nullable String json(@Nullable Object value) {
        return value == null ? null : Json.text(value);
    }

    /** Inserts entries when the session sends. */
    static void insertLater(Session session, Collection<AuditEntry> entries) {
        if (!entries.isEmpty()) {
            ENTRIES.insert(session, entries).runLater();
        }
    }

    static AuditEntry of(Row row) {
        return new AuditEntry(
                row.uuid("audit_id"),
                row.uuidOrNull("organization_id"),
                row.flagOrNull("livemode"),
                new Actor(
                        Word.of(Actor.Kind.class, row.text("actor_type")),
                        row.text("actor_id"),
                        row.textOrNull("request_id"),
                        row.textOrNull("source")),
                row.text("action"),
                row.text("object_type"),
                row.uuidOrNull("object_id"),
                row.textOrNull("before"),
                row.textOrNull("after"),
                row.textOrNull("note"),
                row.instant("created_at"),
                row.textOrNull("asked_by"),
                row.textOrNull("subject"));
    }
}
