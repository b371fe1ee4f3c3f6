package io.tical.server.transaction;

import io.tical.db.Session;
import java.util.Collection;

/** Writes events in the transaction of their change, so that an event exists if and only if its change committed. */
@FunctionalInterface
public interface EventWriter {
    /** For objects that have no callbacks. */
    EventWriter NONE = (session, events) -> {
        if (!events.isEmpty()) {
            throw new IllegalArgumentException("these objects have no callbacks: " + events);
        }
    };

    void write(Session session, Collection<Event> events);
}
