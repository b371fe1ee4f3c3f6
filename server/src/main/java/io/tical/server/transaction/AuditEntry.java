package io.tical.server.transaction;

import static io.tical.db.ColumnType.FLAG;
import static io.tical.db.ColumnType.ID;
import static io.tical.db.ColumnType.JSON;
import static io.tical.db.ColumnType.TEXT;
import static io.tical.db.ColumnType.TIME;
import static io.tical.server.key.ColumnTypes.word;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tical.common.Ids;
import io.tical.common.Json;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.db.Table;
import io.tical.db.TableColumns;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
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
    public static final Table<AuditEntry> ENTRIES = Table.of("audit_entry", AuditEntry::columns);

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
                key.owner(),
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

    private static Function<Row, AuditEntry> columns(TableColumns<AuditEntry> t) {
        var actor = t.part(AuditEntry::actor);
        var auditId = t.key("audit_id", ID, AuditEntry::id);
        var organizationId = t.column("organization_id", ID.orNull(), AuditEntry::organizationId);
        var livemode = t.column("livemode", FLAG.orNull(), AuditEntry::livemode);
        var actorType = actor.column("actor_type", word(Actor.Kind.class), Actor::kind);
        var actorId = actor.column("actor_id", TEXT.orNull(), Actor::id);
        var source = actor.column("source", TEXT.orNull(), Actor::source);
        var requestId = actor.column("request_id", TEXT.orNull(), Actor::requestId);
        var action = t.column("action", TEXT, AuditEntry::action);
        var objectType = t.column("object_type", TEXT, AuditEntry::objectType);
        var objectId = t.column("object_id", ID.orNull(), AuditEntry::objectId);
        var before = t.column("before", JSON.orNull(), AuditEntry::before);
        var after = t.column("after", JSON.orNull(), AuditEntry::after);
        var note = t.column("note", TEXT.orNull(), AuditEntry::note);
        var createdAt = t.column("created_at", TIME, AuditEntry::at);
        var askedBy = t.column("asked_by", TEXT.orNull(), AuditEntry::askedBy);
        var subject = t.column("subject", TEXT.orNull(), AuditEntry::subject);
        return row -> new AuditEntry(
                auditId.of(row),
                organizationId.of(row),
                livemode.of(row),
                new Actor(actorType.of(row), actorId.of(row), requestId.of(row), source.of(row)),
                action.of(row),
                objectType.of(row),
                objectId.of(row),
                before.of(row),
                after.of(row),
                note.of(row),
                createdAt.of(row),
                askedBy.of(row),
                subject.of(row));
    }
}
