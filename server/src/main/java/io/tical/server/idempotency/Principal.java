package io.tical.server.idempotency;

import java.util.UUID;

/**
 * The owner of idempotency keys: an organization in one environment, with all of its API keys and users there. Keys of different principals
 * never collide. The record of an operator's command belongs to the organization of its object.
 */
public record Principal(UUID organizationId, boolean livemode) {}
