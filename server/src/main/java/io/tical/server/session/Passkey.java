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
 * @param lastUsedAt null before the first sign-in with it
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
    Passkey used(long count, Instant at) {
        return new Passkey(id, key, credentialId, publicKey, count, name, host, createdAt, at);
    }
}
