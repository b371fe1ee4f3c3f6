package io.tical.server.access;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the requests of a key are signed.
 *
 * @param required whether requests without a signature are refused; otherwise they are accepted and counted
 * @param secret the signing secret
 * @param previous the secret before the last rotation, or null
 * @param previousUntil until when {@code previous} is accepted too; null without one
 */
public record RequestSigning(
        boolean required,
        byte[] secret,
        byte @Nullable [] previous,
        @Nullable Instant previousUntil) {
    /** Signatures with one secret are required. */
    public static RequestSigning required(byte[] secret) {
        return new RequestSigning(true, secret, null, null);
    }

    /** The secrets with which a request may be signed. */
    public List<byte[]> secretsAt(Instant now) {
        return previous != null && previousUntil != null && now.isBefore(previousUntil)
                ? List.of(secret, previous)
                : List.of(secret);
    }
}
