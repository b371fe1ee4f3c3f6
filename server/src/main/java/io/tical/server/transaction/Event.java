package io.tical.server.transaction;

import io.tical.common.Ids;
import io.tical.common.Json;
import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import java.time.Instant;
import java.util.Collection;
import java.util.UUID;

/**
 * An event for a merchant: a {@link Decision.Announcement} as it is stored.
 *
 * @param id the id of the body, the same for every delivery attempt
 * @param guide whether the object was created in the vocabulary {@link Dialect#GUIDE}, which decides the form of its callbacks
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
    /**
     * Writes events in the transaction of their change, at the latest with its commit, so that an event exists if and only if its change
     * committed.
     */
    @FunctionalInterface
    public interface Writer {
        /** For objects that have no callbacks. */
        Writer NONE = (session, events) -> {
            if (!events.isEmpty()) {
                throw new IllegalArgumentException("these objects have no callbacks: " + events);
            }
        };

        void write(Session session, Collection<Event> events);
    }

    static Event of(TransactionKey key, Decision.Announcement announced, boolean guide, Instant at) {
        var data = Json.text(announced.body());
        return new Event(key.organizationId(), key.livemode(), Ids.next(), announced.type(), key.id(), guide, data, at);
    }
}
