package io.tical.server.session;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A passkey of a user, as stored and as it is in JSON.
 *
 * @param publicKey in the form of COSE
 * @param signCount how often the authenticator had signed, as it said last; always 0 if it does not count
 * @param host where the browser uses it
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
