package io.tical.server.transaction;

import io.tical.common.Word;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The author of a change.
 *
 * @param kind {@code api_key}, {@code payer}, {@code staff}, {@code user} or {@code system}
 * @param id the API key's id, or the username of the operator or dashboard user; null for the service itself
 * @param requestId the id of the HTTP request, or null
 * @param source the address that a person's request came from, or null
 */
public record Actor(
        Kind kind,
        @Nullable String id,
        @Nullable String requestId,
        @Nullable String source) {
    public enum Kind implements Word {
        API_KEY,
        /** A person who has the URL of a pay page. */
        PAYER,
        STAFF,
        /** A user of a merchant's dashboard. */
        USER,
        SYSTEM
    }

    public static final Actor SYSTEM = new Actor(Kind.SYSTEM, null, null, null);

    /** Whoever works on the machine of the service. No operator has this name, because usernames contain no spaces. */
    public static final Actor COMMAND_LINE = new Actor(Kind.STAFF, "command line", "command", null);

    /** The service itself, where all administrators must be told of something. No operator has this name either. */
    public static final Actor SERVICE = new Actor(Kind.STAFF, "the service", null, null);

    public static Actor apiKey(UUID keyId, String requestId) {
        return new Actor(Kind.API_KEY, keyId.toString(), requestId, null);
    }

    public static Actor payer(String requestId) {
        return new Actor(Kind.PAYER, null, requestId, null);
    }

    public static Actor staff(String username, String requestId) {
        return new Actor(Kind.STAFF, username, requestId, null);
    }

    public static Actor user(String username, String requestId, String source) {
        return new Actor(Kind.USER, username, requestId, source);
    }

    public Actor from(@Nullable String source) {
        return new Actor(kind, id, requestId, source);
    }

    /** Whether the audit log records the actions of this actor. */
    public boolean inAuditLog() {
        return kind == Kind.STAFF || kind == Kind.USER;
    }

    /** Without the address, because a repeated request may come from another address and must have the same text. */
    @Override
    public String toString() {
        return "Actor[kind=" + kind + ", id=" + id + ", requestId=" + requestId + "]";
    }
}
