package io.tical.server.session;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A passkey of a user, as stored and in JSON.
 *
 * @param publicKey in the form of COSE
 * @param signCount the last signature counter of the authenticator; always 0 if it has none
 * @param host the host for which it was created
 * @param lastUsedAt null before the first sign-in with it; never before the challenge that was answered then
 */
public record Passkey(
        UUID id,
        @JsonIgnore PersonKey key,
        @JsonIgnore byte[] credentialId,
        @JsonIgnore byte[] publicKey,
        @JsonIgnore long signCount,
        String name,
        String host,
        Instant createdAt,
        @Nullable Instant lastUsedAt) {
    /** Whether a response to a challenge of this time was not accepted before: only a response to a later one is new. */
    boolean isNew(Instant challengedAt) {
        return lastUsedAt == null || challengedAt.isAfter(lastUsedAt);
    }

    /** @param challengedAt by the clock of another node, which may be ahead of this node's */
    Passkey used(long count, Instant challengedAt, Instant now) {
        var at = challengedAt.isAfter(now) ? challengedAt : now;
        return new Passkey(id, key, credentialId, publicKey, count, name, host, createdAt, at);
    }
}
