package io.tical.server.transaction;

import com.fasterxml.jackson.annotation.JsonRawValue;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One line of the audit log as JSON.
 *
 * @param actor the username
 * @param actorType {@code staff} or {@code user}
 * @param source the address that the request came from
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
        @Nullable String note) {
    public static AuditEntryView of(AuditEntry entry) {
        var actor = entry.actor();
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
                entry.note());
    }
}
