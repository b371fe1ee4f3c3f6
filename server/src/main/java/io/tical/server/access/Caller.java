package io.tical.server.access;

import java.util.Set;
import java.util.UUID;

/**
 * On whose behalf a request is made. The environment is part of it, so nothing of one environment is reachable from the
 * other.
 *
 * @param organizationId the merchant
 * @param livemode whether the key is a live one
 * @param keyId which key was shown
 * @param keyPrefix the key's public beginning, for people
 * @param scopes what the key may do
 */
public record Caller(UUID organizationId, boolean livemode, UUID keyId, String keyPrefix, Set<Scope> scopes) {}
