package io.tical.server.webhook;

import io.tical.server.ledger.MoneyAudit;
import java.util.List;

/**
 * Proves that no callback is missing: the history of each object says which events were told, and each event which delivery tells it. Both
 * are in rows with MACs, and the history is in the journal. What is as old as what {@link Deliveries#KEPT} forgets is not looked for.
 */
public final class CallbackAudit implements MoneyAudit {
    /** An hour less than what is kept, for clocks that differ and for what is forgotten while the audit begins. */
    private static final String KEPT =
            "created_at > now() - interval '" + Deliveries.KEPT.minusHours(1).toHours() + " hours'";

    private static final String EVENTS = """
            SELECT c.organization_id, c.livemode, c.object_type || ' ' || c.object_id || ' event ' || c.event_id AS place,
                   'event' AS in_table, 'the event of its change to ' || c.to_status || ', which is kept for 30 days' AS expected,
                   'none' AS found
            FROM state_change c
            WHERE c.event_id IS NOT NULL AND c.{kept}
              AND NOT EXISTS (
                SELECT FROM event e
                WHERE e.organization_id = c.organization_id AND e.livemode = c.livemode AND e.event_id = c.event_id)
            """.replace("{kept}", KEPT);

    private static final String DELIVERIES = """
            SELECT e.organization_id, e.livemode, e.transaction_type || ' ' || e.transaction_id || ' delivery ' || e.delivery_id AS place,
                   'delivery' AS in_table, 'the delivery of event ' || e.event_id || ', which is kept for 30 days' AS expected,
                   'none' AS found
            FROM event e
            WHERE e.delivery_id IS NOT NULL AND e.{kept}
              AND NOT EXISTS (
                SELECT FROM delivery d
                WHERE d.organization_id = e.organization_id AND d.livemode = e.livemode AND d.delivery_id = e.delivery_id)
            """.replace("{kept}", KEPT);

    @Override
    public List<String> tables() {
        return List.of("event", "delivery");
    }

    @Override
    public List<String> missing() {
        return List.of(EVENTS, DELIVERIES);
    }

    @Override
    public String ofTouched() {
        return """
                state_change AS MATERIALIZED (
                    SELECT c.* FROM state_change c WHERE (organization_id, livemode, object_id) IN (SELECT * FROM touched)),
                event AS MATERIALIZED (
                    SELECT e.* FROM event e
                    WHERE (organization_id, livemode, event_id) IN (SELECT organization_id, livemode, event_id FROM state_change))
                """;
    }
}
