package io.tical.server.transaction;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One change of an object's status. */
public record StateChange(
        UUID organizationId,
        boolean livemode,
        UUID objectId,
        UUID id,
        String objectType,
        String from,
        String to,
        String trigger,
        Actor actor,
        @Nullable String note,
        Instant at) {}
