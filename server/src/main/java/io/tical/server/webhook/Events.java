package io.tical.server.webhook;

import io.tical.common.Ids;
import io.tical.db.Session;
import io.tical.server.transaction.Event;
import io.tical.server.webhook.CallbackEndpoint.Kind;
import java.util.Collection;

/** Writes events and their deliveries in the transaction of the change. */
public final class Events {
    private Events() {}

    /**
     * Writes events when the session sends. If the merchant has set a URL for them, each becomes a delivery, which is due immediately or
     * suspended with its endpoint.
     */
    public static void insertLater(Session session, Collection<Event> events) {
        if (events.isEmpty()) {
            return;
        }
        // One statement with a join, because payment transactions wait for it.
        session.sql("""
                        WITH new AS MATERIALIZED (
                            SELECT * FROM unnest(cast(:organizations AS uuid[]), cast(:livemodes AS boolean[]), cast(:ids AS uuid[]),
                                cast(:types AS text[]), cast(:subjects AS text[]), cast(:transactions AS uuid[]),
                                cast(:dialects AS text[]), cast(:data AS text[]), cast(:times AS timestamptz[]),
                                cast(:deliveries AS uuid[]), cast(:endpoints AS text[]))
                            AS e (organization_id, livemode, event_id, type, transaction_type, transaction_id, dialect, data,
                                  created_at, delivery_id, endpoint)),
                        written AS (
                            INSERT INTO event (organization_id, livemode, event_id, type, transaction_type, transaction_id, dialect,
                                               data, created_at)
                            SELECT organization_id, livemode, event_id, type, transaction_type, transaction_id, dialect, data,
                                   created_at FROM new)
                        INSERT INTO delivery (organization_id, livemode, delivery_id, event_id, type, transaction_type,
                                              transaction_id, endpoint, url, status, next_attempt_at, created_at)
                        SELECT n.organization_id, n.livemode, n.delivery_id, n.event_id, n.type, n.transaction_type,
                               n.transaction_id, n.endpoint, c.url,
                               CASE WHEN c.suspended_at IS NULL THEN 'pending' ELSE 'suspended' END,
                               CASE WHEN c.suspended_at IS NULL THEN clock_timestamp() END, n.created_at
                        FROM new n JOIN callback_endpoint c ON c.organization_id = n.organization_id AND c.kind = n.endpoint
                        WHERE c.url IS NOT NULL
                        """)
                .bindEach("organizations", events, Event::organizationId)
                .bindEach("livemodes", events, Event::livemode)
                .bindEach("ids", events, Event::id)
                .bindEach("types", events, event -> event.type().word())
                .bindEach("subjects", events, event -> event.type().subject().word())
                .bindEach("transactions", events, Event::transactionId)
                .bindEach("dialects", events, event -> event.guide() ? "guide" : "v1")
                .bindEach("data", events, Event::data)
                .bindEach("times", events, Event::createdAt)
                .bindEach("deliveries", events, event -> Ids.next())
                .bindEach(
                        "endpoints",
                        events,
                        event -> Kind.of(event.type().subject()).word())
                .runLater();
    }
}
