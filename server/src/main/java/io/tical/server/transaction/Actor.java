package io.tical.server.transaction;

import io.tical.common.Word;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The author of a change.
 *
 * @param kind {@code api_key}, {@code payer}, {@code staff} or {@code system}
 * @param id the API key's id or the operator's username; null for the service itself
 * @param requestId the id of the HTTP request, or null
 */
public record Actor(
        Kind kind, @Nullable String id, @Nullable String requestId) {
    public enum Kind implements Word {
        API_KEY,
        /** A person who has the URL of a pay page. */
        PAYER,
        STAFF,
        SYSTEM
    }

    public static final Actor SYSTEM = new Actor(Kind.SYSTEM, null, null);

    public static Actor apiKey(UUID keyId, String requestId) {
        return new Actor(Kind.API_KEY, keyId.toString(), requestId);
    }

    public static Actor payer(String requestId) {
        return new Actor(Kind.PAYER, null, requestId);
    }

    public static Actor staff(String username, String requestId) {
        return new Actor(Kind.STAFF, username, requestId);
    }
}
