package io.tical.server.webhook;

import io.tical.common.Ids;
import io.tical.db.BulkWrite;
import io.tical.db.Session;
import io.tical.server.transaction.Event;
import io.tical.server.webhook.CallbackEndpoint.Kind;
import java.util.Collection;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Writes events and their deliveries in the transaction of the change. */
public final class Events {
    /** Not in the journal: events are forgotten after 30 days. Until then the history of their object says that they must exist. */
    static final BulkWrite<NewEvent> EVENTS = BulkWrite.<NewEvent>of("event")
            .key("organization_id", "uuid", one -> one.event().organizationId())
            .key("livemode", "boolean", one -> one.event().livemode())
            .key("event_id", "uuid", one -> one.event().id())
            .column("type", "text", one -> one.event().type().word())
            .column(
                    "transaction_type",
                    "text",
                    one -> one.event().type().subject().word())
            .column("transaction_id", "uuid", one -> one.event().transactionId())
            .column("dialect", "text", one -> one.event().guide() ? "guide" : "v1")
            .column("data", "text", one -> one.event().data())
            .column("created_at", "timestamptz", one -> one.event().createdAt())
            .column("delivery_id", "uuid", NewEvent::deliveryId)
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

    /** @param deliveryId its delivery, which must exist; null if there was no URL to send it to */
    record NewEvent(Event event, @Nullable UUID deliveryId) {}

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
     * suspended with its endpoint. The database decides which of two MACs the event gets: that with its delivery, or that without.
     */
    public static void insertLater(Session session, Collection<Event> events) {
        if (events.isEmpty()) {
            return;
        }
        var deliveries = events.stream().map(NewDelivery::of).toList();
        var told = deliveries.stream()
                .map(delivery -> new NewEvent(delivery.event(), delivery.id()))
                .toList();
        var untold = events.stream().map(event -> new NewEvent(event, null)).toList();
        // One statement with a join, because payment transactions wait for it.
        session.sql("""
                        WITH new AS MATERIALIZED (
                            SELECT e.*, c.url, c.suspended_at
                            FROM unnest(cast(:organizations AS uuid[]), cast(:livemodes AS boolean[]), cast(:ids AS uuid[]),
                                cast(:types AS text[]), cast(:subjects AS text[]), cast(:transactions AS uuid[]),
                                cast(:dialects AS text[]), cast(:data AS text[]), cast(:times AS timestamptz[]),
                                cast(:told_macs AS bytea[]), cast(:untold_macs AS bytea[]),
                                cast(:deliveries AS uuid[]), cast(:endpoints AS text[]), cast(:delivery_macs AS bytea[]))
                            AS e (organization_id, livemode, event_id, type, transaction_type, transaction_id, dialect, data,
                                  created_at, told_mac, untold_mac, delivery_id, endpoint, delivery_mac)
                            LEFT JOIN callback_endpoint c ON c.organization_id = e.organization_id AND c.kind = e.endpoint),
                        written AS (
                            INSERT INTO event (organization_id, livemode, event_id, type, transaction_type, transaction_id, dialect,
                                               data, created_at, delivery_id, mac)
                            SELECT organization_id, livemode, event_id, type, transaction_type, transaction_id, dialect, data,
                                   created_at, CASE WHEN url IS NOT NULL THEN delivery_id END,
                                   CASE WHEN url IS NOT NULL THEN told_mac ELSE untold_mac END
                            FROM new)
                        INSERT INTO delivery (organization_id, livemode, delivery_id, event_id, type, transaction_type,
                                              transaction_id, endpoint, url, status, next_attempt_at, created_at, mac)
                        SELECT organization_id, livemode, delivery_id, event_id, type, transaction_type, transaction_id, endpoint, url,
                               CASE WHEN suspended_at IS NULL THEN 'pending' ELSE 'suspended' END,
                               CASE WHEN suspended_at IS NULL THEN clock_timestamp() END, created_at, delivery_mac
                        FROM new WHERE url IS NOT NULL
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
                .bindEach("told_macs", EVENTS.authenticate(session, told), mac -> mac)
                .bindEach("untold_macs", EVENTS.authenticate(session, untold), mac -> mac)
                .bindEach("deliveries", deliveries, NewDelivery::id)
                .bindEach("endpoints", deliveries, one -> one.endpoint().word())
                .bindEach("delivery_macs", DELIVERIES.authenticate(session, deliveries), mac -> mac)
                .runLater();
        events.forEach(event -> session.wrote(DELIVERIES.table(), event.livemode()));
    }
}
