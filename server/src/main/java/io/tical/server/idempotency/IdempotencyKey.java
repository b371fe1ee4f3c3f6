package io.tical.server.idempotency;

import io.tical.common.Ids;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Names one request or command, so that a second arrival is recognized.
 *
 * @param key what the principal chose, visible ASCII; keys of commands have spaces, so they never equal one that a client chose
 */
public record IdempotencyKey(Principal principal, String key) {
    /**
     * The key of a command on one object. The command is part of it: a request that asks for something else on the same object is
     * another command.
     *
     * @param requestId of the request, which a client that repeats it sends again; null where there is no request, and then only
     *     this very call is recognized
     * @param command a record whose text tells all of it
     */
    public static IdempotencyKey ofCommand(
            UUID organizationId, boolean livemode, UUID objectId, @Nullable String requestId, Object command) {
        return new IdempotencyKey(
                new Principal.Merchant(organizationId, livemode),
                objectId + " "
                        + (requestId == null
                                ? Ids.next()
                                : requestId + " " + RequestHash.fingerprint(command.toString())));
    }
}
