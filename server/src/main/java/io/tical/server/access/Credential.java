package io.tical.server.access;

import java.net.InetAddress;
import java.time.Instant;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a presented API key.
 *
 * @param caller whose it is
 * @param signingSecret the request-signing secret when signing is on for this key
 * @param expiresAt when it ends, or null
 * @param revoked whether it was withdrawn
 * @param allowed whether requests may come from an address; an empty allowlist allows none
 */
public record Credential(
        Caller caller,
        byte @Nullable [] signingSecret,
        @Nullable Instant expiresAt,
        boolean revoked,
        Predicate<InetAddress> allowed) {
    /** Where the gate asks; answers within seconds of a change, at once on the node that made it. */
    @FunctionalInterface
    public interface Source {
        @Nullable
        Credential find(String apiKey);
    }
}
