package io.tical.server.webhook;

import io.tical.server.webhook.CallbackEndpoint.Kind;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Selects deliveries that an operator sends again. A condition that is null matches everything.
 *
 * @param status failed or suspended; suspended resumes the endpoints
 * @param from the earliest creation
 * @param to the end of the creations, exclusive
 */
public record Redelivery(
        Delivery.Status status,
        @Nullable UUID organizationId,
        @Nullable Boolean livemode,
        @Nullable Kind endpoint,
        @Nullable Instant from,
        @Nullable Instant to) {
    Delivery.Status.Trigger trigger() {
        return suspended() ? Delivery.Status.Trigger.RESUME : Delivery.Status.Trigger.REDELIVER;
    }

    boolean suspended() {
        return status == Delivery.Status.SUSPENDED;
    }
}
