package io.tical.server.webhook;

import io.tical.common.Ids;
import io.tical.db.Database;
import io.tical.server.problem.Problem;
import java.time.Clock;
import java.util.Map;
import java.util.UUID;

/** The use cases of dashboard users for single callbacks that their server did not accept. */
record MerchantDeliveries(Database database, Deliveries deliveries, Clock clock) {
    /** A request that is signed now. */
    public record Signed(String url, Map<String, String> headers, String body) {}

    /**
     * Signs the callback of a delivery for the current address, without sending it.
     *
     * @throws Problem.NotFound {@code DELIVERY_NOT_FOUND}
     * @throws Problem.Conflict {@code CALLBACK_URL_MISSING}
     */
    public Signed sign(UUID organizationId, UUID id) {
        return database.run(session -> deliveries.signed(session, organizationId, id, Ids.next(), clock.instant()));
    }
}
