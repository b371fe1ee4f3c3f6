package io.tical.server.http;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.ServerRequestHeaders;
import io.tical.common.Ids;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The id of a request: the client's id if it is valid, else a new one. Every response and log entry contains it. */
public final class RequestId {
    public static final HeaderName HEADER = HeaderNames.create("X-Request-Id");

    private static final Pattern FIT = Pattern.compile("[A-Za-z0-9._-]{1,128}");

    private RequestId() {}

    public static String of(ServerRequestHeaders headers) {
        return of(headers.first(HEADER).orElse(null));
    }

    /** @param sent the client's id, if any */
    static String of(@Nullable String sent) {
        return sent != null && isValid(sent) ? sent : Ids.next().toString();
    }

    /** Whether a request can have this id. */
    public static boolean isValid(String text) {
        return FIT.matcher(text).matches();
    }
}
