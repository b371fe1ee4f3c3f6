package io.tical.server.transaction;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonRawValue;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One entry of the audit log as JSON.
 *
 * @param actor the username
 * @param actorType {@code staff} or {@code user}
 * @param source the address that the request came from
 * @param askedBy who asked for what the actor approved; absent if nobody did
 */
public record AuditEntryView(
        UUID id,
        Instant at,
        String actor,
        Actor.Kind actorType,
        @Nullable String source,
        @Nullable String requestId,
        String action,
        String objectType,
        @Nullable UUID objectId,
        @Nullable UUID organizationId,
        @Nullable Boolean livemode,
        @JsonRawValue @Nullable String before,
        @JsonRawValue @Nullable String after,
        @Nullable String note,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String askedBy) {
    /** The name that merchants see instead of an operator's username. */
    private static final String STAFF = "staff";

    public static AuditEntryView of(AuditEntry entry) {
        return of(entry, entry.actor(), entry.note(), entry.askedBy());
    }

    /** The entry for merchants: without the name, the address and the notes of operators. */
    public static AuditEntryView forMerchant(AuditEntry entry) {
        return entry.actor().kind() == Actor.Kind.STAFF
                ? of(entry, new Actor(Actor.Kind.STAFF, STAFF, null, null), null, null)
                : of(entry);
    }

    private static AuditEntryView of(AuditEntry entry, Actor actor, @Nullable String note, @Nullable String askedBy) {
        return new AuditEntryView(
                entry.id(),
                entry.at(),
                Objects.requireNonNull(actor.id()),
                actor.kind(),
                actor.source(),
                actor.requestId(),
                entry.action(),
                entry.objectType(),
                entry.objectId(),
                entry.organizationId(),
                entry.livemode(),
                entry.before(),
                entry.after(),
                note,
                askedBy);
    }
}
