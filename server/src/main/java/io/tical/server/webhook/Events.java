package io.tical.server.webhook;

import io.tical.common.Ids;
import io.tical.db.BulkWrite;
import io.tical.db.Session;
import io.tical.server.transaction.Event;
import io.tical.server.webhook.CallbackEndpoint.Kind;
import java.util.Collection;
import java.util.UUID;

/** Writes events and their deliveries in the transaction of the change. */
public final class Events {
    /** Not in the journal: events are forgotten after 30 days. */
    static final BulkWrite<Event> EVENTS = BulkWrite.<Event>of("event")
            .key("organization_id", "uuid", Event::organizationId)
            .key("livemode", "boolean", Event::livemode)
            .key("event_id", "uuid", Event::id)
            .column("type", "text", event -> event.type().word())
            .column("transaction_type", "text", event -> event.type().subject().word())
            .column("transaction_id", "uuid", Event::transactionId)
            .column("dialect", "text", event -> event.guide() ? "guide" : "v1")
            .column("data", "text", Event::data)
            .column("created_at", "timestamptz", Event::createdAt)
            .authenticated();

    /** What does not change of a delivery: which event it is about, and where it is sent. */
    static final BulkWrite<NewDelivery> DELIVERIES = BulkWrite.<NewDelivery>of("delivery")
            .key("organization_id", "uuid", one -> one.event().organizationId())
            .key("livemode", "boolean", one -> one.event().livemode())
            .key("delivery_id", "uuid", NewDelivery::id)
            .column("event_id", "uuid", one -> one.event().id())
            .column("type", "text", one -> one.event().type().word())
            .column(
                    "transaction_type",
                    "text",
                    one -> one.event().type().subject().word())
            .column("transaction_id", "uuid", one -> one.event().transactionId())
            .column("endpoint", "text", one -> one.endpoint().word())
            .column("created_at", "timestamptz", one -> one.event().createdAt())
            .authenticated();

    private Events() {}

    /** A delivery of an event. */
    record NewDelivery(UUID id, Event event) {
        static NewDelivery of(Event event) {
            return new NewDelivery(Ids.next(), event);
        }

        Kind endpoint() {
            return Kind.of(event.type().subject());
        }
    }

    /**
     * Writes events when the session sends. If the merchant has set a URL for them, each becomes a delivery, which is due immediately or
     * suspended with its endpoint.
     */
    public static void insertLater(Session session, Collection<Event> events) {
        if (events.isEmpty()) {
            return;
        }
        var deliveries = events.stream().map(NewDelivery::of).toList();
        // One statement with a join, because payment transactions wait for it.
        session.sql("""
                        WITH new AS MATERIALIZED (
                            SELECT * FROM unnest(cast(:organizations AS uuid[]), cast(:livemodes AS boolean[]), cast(:ids AS uuid[]),
                                cast(:types AS text[]), cast(:subjects AS text[]), cast(:transactions AS uuid[]),
                                cast(:dialects AS text[]), cast(:data AS text[]), cast(:times AS timestamptz[]),
                                cast(:macs AS bytea[]), cast(:deliveries AS uuid[]), cast(:endpoints AS text[]), cast(:delivery_macs AS bytea[]))
                            AS e (organization_id, livemode, event_id, type, transaction_type, transaction_id, dialect, data,
                                  created_at, mac, delivery_id, endpoint, delivery_mac)),
                        written AS (
                            INSERT INTO event (organization_id, livemode, event_id, type, transaction_type, transaction_id, dialect,
                                               data, created_at, mac)
                            SELECT organization_id, livemode, event_id, type, transaction_type, transaction_id, dialect, data,
                                   created_at, mac FROM new)
                        INSERT INTO delivery (organization_id, livemode, delivery_id, event_id, type, transaction_type,
                                              transaction_id, endpoint, url, status, next_attempt_at, created_at, mac)
                        SELECT n.organization_id, n.livemode, n.delivery_id, n.event_id, n.type, n.transaction_type,
                               n.transaction_id, n.endpoint, c.url,
                               CASE WHEN c.suspended_at IS NULL THEN 'pending' ELSE 'suspended' END,
                               CASE WHEN c.suspended_at IS NULL THEN clock_timestamp() END, n.created_at, n.delivery_mac
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
                .bindEach("macs", EVENTS.authenticate(session, events), mac -> mac)
                .bindEach("deliveries", deliveries, NewDelivery::id)
                .bindEach("endpoints", deliveries, one -> one.endpoint().word())
                .bindEach("delivery_macs", DELIVERIES.authenticate(session, deliveries), mac -> mac)
                .runLater();
        events.forEach(event -> session.wrote(DELIVERIES.table(), event.livemode()));
    }
}
