package io.tical.server.idempotency;

import io.tical.common.Ids;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Identifies one request or command, so that a duplicate is recognized.
 *
 * @param key what the principal chose, visible ASCII; keys of commands have spaces, so they never equal one that a client chose
 */
public record IdempotencyKey(Principal principal, String key) {
    /**
     * The key of a command on one object. It contains the command, so that another command with the same request id has another key.
     *
     * @param requestId the id that a client sends again when it repeats the request; null for a command without a request, which gets
     *     a new key
     * @param command a record whose {@code toString} contains the whole command
     */
    public static IdempotencyKey ofCommand(
            UUID organizationId, boolean livemode, UUID objectId, @Nullable String requestId, Object command) {
        return new IdempotencyKey(
                new Principal(organizationId, livemode),
                objectId + " "
                        + (requestId == null
                                ? Ids.next()
                                : requestId + " " + RequestHash.fingerprint(command.toString())));
    }
}
