package io.tical.common.admin;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An action of a person.
 *
 * @param actorType {@code staff} or {@code user}
 * @param source the address that the request came from
 * @param before the values that were changed
 * @param askedBy who asked for what the actor approved; null for an own action
 * @param after the values that they were changed to
 */
public record AuditEntry(
        UUID id,
        long at,
        String actor,
        String actorType,
        @Nullable String source,
        @Nullable String requestId,
        String action,
        String objectType,
        @Nullable UUID objectId,
        @Nullable UUID organizationId,
        @Nullable Boolean livemode,
        @Nullable JsonNode before,
        @Nullable JsonNode after,
        @Nullable String note,
        @Nullable String askedBy)
        implements Listed {}
