package io.tical.server.transaction;

import io.tical.common.Ids;
import io.tical.common.Json;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.UUID;

/**
 * An event for a merchant.
 *
 * @param id the id of the body, the same for every delivery attempt
 * @param guide whether the object was created in the guide's vocabulary, which decides the form of its callbacks
 * @param data the full callback body as JSON at the time of the event
 */
public record Event(
        UUID organizationId,
        boolean livemode,
        UUID id,
        EventType type,
        UUID transactionId,
        boolean guide,
        String data,
        Instant createdAt) {
    /** @param body the callback body, which is written as JSON */
    public static Event of(
            UUID organizationId,
            boolean livemode,
            EventType type,
            UUID transactionId,
            boolean guide,
            Object body,
            Instant at) {
        var data = new String(Json.bytes(body), StandardCharsets.UTF_8);
        return new Event(organizationId, livemode, Ids.next(), type, transactionId, guide, data, at);
    }
}
