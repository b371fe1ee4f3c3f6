package io.tical.server.webhook;

import io.tical.server.webhook.CallbackEndpoint.Kind;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * Selects deliveries that an operator sends again. Empty conditions match everything.
 *
 * @param status failed or suspended; suspended resumes the endpoints
 * @param from the earliest creation
 * @param to the end of the creations, exclusive
 */
public record Redelivery(
        Delivery.Status status,
        Optional<UUID> organizationId,
        Optional<Kind> endpoint,
        Optional<Instant> from,
        Optional<Instant> to) {
    Delivery.Status.Trigger trigger() {
        return suspended() ? Delivery.Status.Trigger.RESUME : Delivery.Status.Trigger.REDELIVER;
    }

    boolean suspended() {
        return status == Delivery.Status.SUSPENDED;
    }
}
