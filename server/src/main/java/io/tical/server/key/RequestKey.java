package io.tical.server.key;

import io.tical.db.Session;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * A request of an organization in one environment.
 *
 * @param requestId its {@code X-Request-Id}, 1 to 128 characters of {@code A-Z a-z 0-9 . _ -}
 */
public record RequestKey(UUID organizationId, boolean livemode, String requestId) {
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9._-]{1,128}");

    /** Whether a request can have this id. */
    public static boolean isId(String text) {
        return ID.matcher(text).matches();
    }

    /** Binds {@code organization}, {@code livemode} and {@code request}. */
    public Session.Statement bind(Session.Statement statement) {
        return statement
                .bind("organization", organizationId)
                .bind("livemode", livemode)
                .bind("request", requestId);
    }
}
