package io.tical.server.idempotency;

import java.util.UUID;

/** The owner of idempotency keys. Keys of different principals never collide. */
public sealed interface Principal {
    /** An organization in one environment: all of its API keys there. */
    record Merchant(UUID organizationId, boolean livemode) implements Principal {}

    /** One of the service's own staff, who belongs to no organization. */
    record Operator(UUID operatorId) implements Principal {}
}
