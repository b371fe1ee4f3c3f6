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
 * @param prefix its beginning, for people
 * @param signing whether every request with it must be signed
 * @param expiresAt when it ends, or null
 * @param revokedAt since when it is withdrawn, or null
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
    /** A new key with its secret, which is told this once. */
    public record Created(ApiKey key, String secret) {}

    /** What a key is good for at a moment. */
    public enum Status implements Word {
        ACTIVE,
        REVOKED,
        EXPIRED;
    }

    public Status statusAt(Instant now) {
        if (revokedAt != null) {
            return Status.REVOKED;
        }
        return expiresAt != null && !now.isBefore(expiresAt) ? Status.EXPIRED : Status.ACTIVE;
    }
}
