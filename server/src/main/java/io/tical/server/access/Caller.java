package io.tical.server.access;

import io.tical.server.idempotency.Principal;
import java.util.Set;
import java.util.UUID;

/**
 * The API key that sends a request. The environment is part of it, so no object of the other environment can be reached.
 *
 * @param organizationId the merchant's
 * @param livemode whether the key is a live one
 * @param keyId which key it is
 * @param keyPrefix the key's public prefix, for people
 * @param scopes what the key may do
 */
public record Caller(UUID organizationId, boolean livemode, UUID keyId, String keyPrefix, Set<Scope> scopes) {
    /** Whose idempotency keys this key's requests have. */
    public Principal principal() {
        return new Principal.Merchant(organizationId, livemode);
    }
}
