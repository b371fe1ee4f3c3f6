package io.tical.server.idempotency;

import java.util.UUID;

/** Whose idempotency keys they are. Keys of different principals never collide. */
public sealed interface Principal {
    /** An organization in one environment: all of its API keys there. */
    record Merchant(UUID organizationId, boolean livemode) implements Principal {}

    /** One of the service's own staff, who belongs to no organization. */
    record Operator(UUID operatorId) implements Principal {}
}
