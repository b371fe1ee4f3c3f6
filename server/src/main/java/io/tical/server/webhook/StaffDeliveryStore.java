package io.tical.server.webhook;

import io.tical.db.Session;
import io.tical.server.transaction.Environments;
import io.tical.server.transaction.Page;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The SQL of deliveries for operators, across organizations. */
final class StaffDeliveryStore {
    private StaffDeliveryStore() {}

    /** One organization in one environment. */
    record Environment(UUID organizationId, boolean livemode) {}

    /** One row more than the page's limit, when there are that many; newest first. */
    static List<Delivery> list(Session session, Environments environments, DeliveryFilter filter, Page page) {
        var list = DeliveryStore.matching(filter, page);
        var ofOne = list.walk("SELECT * FROM delivery", Environments.ONE + "true");
        return environments
                .bind(list.pageOf(session, "SELECT p.*" + environments.each(ofOne)))
                .list(DeliveryStore::delivery);
    }

    /** A delivery by its id alone, because operators belong to no organization. */
    static Optional<Delivery> find(Session session, UUID id) {
        // An offset keeps the planner from reading the whole table instead of an index in each environment.
        var ofOne = "SELECT * FROM delivery WHERE" + Environments.ONE + "delivery_id = cast(:id AS uuid) OFFSET 0";
        return session.sql("SELECT p.*" + Environments.ALL.each(ofOne))
                .bind("id", id)
                .first(DeliveryStore.proved(session));
    }

    /** The environments that have deliveries of a selection's status. */
    static List<Environment> environments(Session session, Redelivery redelivery) {
        var environments = new Environments(redelivery.organizationId(), redelivery.livemode());
        var ofOne = "SELECT 1 FROM delivery WHERE" + Environments.ONE + "status = '"
                + redelivery.status().word() + "' LIMIT 1";
        return environments
                .bind(session.sql("SELECT o.organization_id, e.livemode" + environments.each(ofOne)
                        + " ORDER BY o.organization_id, e.livemode"))
                .list(row -> new Environment(row.uuid("organization_id"), row.flag("livemode")));
    }

    /**
     * Sends the deliveries of a selection in one environment again, in the order of their ids, except those without a callback URL. Skips
     * rows that another transaction has locked.
     *
     * @param after the last id of the previous batch
     * @param before the end of the range, exclusive
     * @return the ids of the deliveries that are sent again, at most {@code rowsMax}
     */
    static List<UUID> redeliver(
            Session session, Environment environment, Redelivery redelivery, UUID after, UUID before, int rowsMax) {
        var sql = DeliveryStore.transition(redelivery.trigger())
                + """
                 AND (organization_id, livemode, delivery_id) IN (
                    SELECT d.organization_id, d.livemode, d.delivery_id FROM delivery d
                    JOIN callback_endpoint c ON c.organization_id = d.organization_id AND c.kind = d.endpoint
                    WHERE d.organization_id = cast(:organization AS uuid) AND d.livemode = :livemode AND d.status = '%s'
                      AND d.delivery_id > cast(:after AS uuid) AND d.delivery_id < cast(:before AS uuid) %s
                      AND c.url IS NOT NULL
                    ORDER BY d.delivery_id LIMIT :rows FOR UPDATE OF d SKIP LOCKED)
                RETURNING delivery_id
                """.formatted(
                        redelivery.status().word(), redelivery.endpoint() == null ? "" : "AND d.endpoint = :endpoint");
        session.wrote(Events.DELIVERIES.table(), environment.livemode());
        return session.sql(sql)
                .bind("organization", environment.organizationId())
                .bind("livemode", environment.livemode())
                .bind("after", after)
                .bind("before", before)
                .bind(
                        "endpoint",
                        redelivery.endpoint() == null
                                ? null
                                : redelivery.endpoint().word())
                .bind("rows", rowsMax)
                .list(row -> row.uuid("delivery_id"));
    }
}
