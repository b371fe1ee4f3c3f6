package io.tical.server.webhook;

import io.tical.db.Session;
import io.tical.server.overview.Activity;
import io.tical.server.overview.ActivityTable;
import io.tical.server.overview.Queue;
import io.tical.server.overview.QueueTable;
import io.tical.server.overview.Search;
import io.tical.server.overview.SearchTable;
import io.tical.server.overview.SearchTable.Place;
import java.util.List;

/** Deliveries of callbacks in the overview of operators. */
final class DeliveryOverview {
    static final List<Queue> QUEUES = List.of(
            new QueueTable("deliveries_failed", "delivery", "delivery", "delivery_id", "status = 'failed'", false),
            new QueueTable(
                    "deliveries_suspended", "delivery", "delivery", "delivery_id", "status = 'suspended'", false));

    static final Search SEARCH = new SearchTable(
            "delivery",
            "delivery_id",
            "t.status, null::bigint AS amount, null AS currency, null AS reference",
            List.of(
                    Place.id("delivery", "delivery_id"),
                    // Finds the id in the body of the callback.
                    Place.id(
                            "event_id",
                            "event v JOIN delivery t ON t.organization_id = v.organization_id"
                                    + " AND t.livemode = v.livemode AND t.transaction_id = v.transaction_id"
                                    + " AND t.event_id = v.event_id",
                            "v.organization_id = o.organization_id AND v.livemode = e.livemode"
                                    + " AND v.event_id = cast(:id AS uuid)")));

    static final List<Activity> ACTIVITIES = List.of(
            new ActivityTable("delivery", "delivery", "delivery_id", "t.endpoint", "t.status", null, "true"),
            (session, _, _) -> suspendedEndpoints(session));

    /** The suspended endpoints; an endpoint receives the callbacks of both environments. */
    private static List<Activity.Count> suspendedEndpoints(Session session) {
        return CallbackEndpointStore.suspended(session).entrySet().stream()
                .map(kind ->
                        new Activity.Count("endpoint", kind.getKey().word(), null, "suspended", kind.getValue(), null))
                .toList();
    }

    private DeliveryOverview() {}
}
