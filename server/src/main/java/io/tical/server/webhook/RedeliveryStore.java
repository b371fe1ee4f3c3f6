package io.tical.server.webhook;

import io.tical.db.Session;
import io.tical.server.transaction.Page;
import io.tical.server.webhook.Delivery.Status.Trigger;
import java.util.List;
import java.util.UUID;

/** The SQL of sending the failed deliveries of a merchant again. */
final class RedeliveryStore {
    private RedeliveryStore() {}

    /** Sends the next matching failed deliveries again; skips rows that another transaction has locked. */
    static List<UUID> next(
            Session session,
            UUID organizationId,
            boolean livemode,
            DeliveryFilter filter,
            MerchantDeliveries.Position position) {
        var sql = DeliveryStore.transition(Trigger.REDELIVER) + """
                 AND (organization_id, livemode, delivery_id) IN (
                    SELECT organization_id, livemode, delivery_id FROM delivery
                    WHERE %s ORDER BY delivery_id LIMIT :rows FOR UPDATE SKIP LOCKED)
                RETURNING delivery_id
                """.formatted(failed(filter));
        return bind(session.sql(sql), organizationId, livemode, filter, position)
                .bind("rows", MerchantDeliveries.BATCH)
                .list(row -> row.uuid("delivery_id"));
    }

    /** Counts the matching failed deliveries. */
    static long remaining(
            Session session,
            UUID organizationId,
            boolean livemode,
            DeliveryFilter filter,
            MerchantDeliveries.Position position) {
        var sql = "SELECT count(*) AS count FROM (SELECT FROM delivery WHERE " + failed(filter) + " LIMIT :rows) found";
        return bind(session.sql(sql), organizationId, livemode, filter, position)
                .bind("rows", MerchantDeliveries.COUNTED_MAX)
                .one(row -> row.number("count"));
    }

    /** The condition of failed deliveries with a callback URL. */
    private static String failed(DeliveryFilter filter) {
        return """
            organization_id = cast(:organization AS uuid) AND livemode = :livemode AND status = 'failed'
              AND delivery_id > cast(:after AS uuid) AND delivery_id < cast(:until AS uuid)
              AND endpoint IN (SELECT c.kind FROM callback_endpoint c
                               WHERE c.organization_id = cast(:organization AS uuid) AND c.url IS NOT NULL)
            """ + DeliveryStore.conditions(filter, null);
    }

    private static Session.Statement bind(
            Session.Statement statement,
            UUID organizationId,
            boolean livemode,
            DeliveryFilter filter,
            MerchantDeliveries.Position position) {
        return DeliveryStore.bind(statement, filter, new Page(1, 0, null))
                .bind("organization", organizationId)
                .bind("livemode", livemode)
                .bind("after", position.after())
                .bind("until", position.until())
                .withCustomPlan();
    }
}
