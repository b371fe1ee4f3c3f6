package io.tical.server.customer;

import java.util.UUID;

/**
 * Which account of whom. A lane asks for several merchants at once, so the merchant and the environment are part of what
 * is asked and of what is answered: one merchant's request never finds what another one's asked for.
 */
public record DestinationKey(UUID organizationId, boolean livemode, UUID accountId) {}
