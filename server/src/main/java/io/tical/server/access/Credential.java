package io.tical.server.access;

import java.net.InetAddress;
import java.time.Instant;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * An API key as it is stored.
 *
 * @param caller who calls with it
 * @param signingSecret the request-signing secret when signing is on for this key
 * @param expiresAt when it expires, or null
 * @param revoked whether it was revoked
 * @param allowed whether requests may come from an address; an empty allowlist allows none
 */
public record Credential(
        Caller caller,
        byte @Nullable [] signingSecret,
        @Nullable Instant expiresAt,
        boolean revoked,
        Predicate<InetAddress> allowed) {
    /** Finds credentials. A change takes effect within seconds, and immediately on the node that made it. */
    @FunctionalInterface
    public interface Source {
        @Nullable
        Credential find(String apiKey);
    }
}
