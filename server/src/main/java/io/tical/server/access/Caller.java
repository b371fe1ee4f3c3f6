package io.tical.server.access;

import io.tical.server.idempotency.Principal;
import java.util.Set;
import java.util.UUID;

/**
 * The API key of a request. It includes the environment, so a request cannot reach objects of the other environment.
 *
 * @param organizationId the merchant
 * @param livemode whether the key is a live key
 * @param keyPrefix the public prefix of the key, for display
 */
public record Caller(UUID organizationId, boolean livemode, UUID keyId, String keyPrefix, Set<Scope> scopes) {
    /** The owner of this caller's idempotency keys. */
    public Principal principal() {
        return new Principal(organizationId, livemode);
    }
}
