package io.tical.server.customer;

import java.util.UUID;

/** Which customer of whom, in which environment. */
public record CustomerKey(UUID organizationId, boolean livemode, UUID customerId) {}
