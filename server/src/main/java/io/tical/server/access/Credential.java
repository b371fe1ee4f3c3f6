package io.tical.server.access;

import java.net.InetAddress;
import java.time.Instant;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A stored API key.
 *
 * @param signing how requests are signed, or null if signing is off for this key
 * @param expiresAt when the key expires, or null if it does not
 * @param allowed whether the merchant's allowlist contains an address; an empty allowlist contains none
 */
public record Credential(
        Caller caller,
        @Nullable RequestSigning signing,
        @Nullable Instant expiresAt,
        boolean revoked,
        Predicate<InetAddress> allowed) {
    /** Finds credentials. A change takes effect within seconds, and immediately on the node that made it. */
    @FunctionalInterface
    public interface Source {
        @Nullable
        Credential find(String apiKey);

        /** Counts a request without a signature of a key for which signatures are not required yet. */
        default void unsigned(Caller caller) {}
    }
}
