package io.tical.server.merchant;

import io.tical.common.Word;
import io.tical.server.access.Scope;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An API key without its secret.
 *
 * @param prefix the beginning of the key, for display
 * @param signing whether requests must be signed
 * @param expiresAt when the key expires, or null
 * @param revokedAt when the key was revoked, or null
 */
public record ApiKey(
        UUID id,
        boolean livemode,
        String name,
        String prefix,
        Set<Scope> scopes,
        boolean signing,
        Instant createdAt,
        @Nullable Instant expiresAt,
        @Nullable Instant revokedAt) {
    /** A new key with its secret, which is shown only at creation. */
    public record Created(ApiKey key, String secret) {}

    public enum Status implements Word {
        ACTIVE,
        REVOKED,
        EXPIRED;
    }

    ApiKey revoked(Instant at) {
        return new ApiKey(id, livemode, name, prefix, scopes, signing, createdAt, expiresAt, at);
    }

    ApiKey signing(boolean on) {
        return new ApiKey(id, livemode, name, prefix, scopes, on, createdAt, expiresAt, revokedAt);
    }

    public Status statusAt(Instant now) {
        if (revokedAt != null) {
            return Status.REVOKED;
        }
        return expiresAt != null && !now.isBefore(expiresAt) ? Status.EXPIRED : Status.ACTIVE;
    }
}
