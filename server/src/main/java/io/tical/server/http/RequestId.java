package io.tical.server.http;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.ServerRequestHeaders;
import io.tical.common.Ids;
import io.tical.server.key.RequestKey;
import org.jspecify.annotations.Nullable;

/** The id of a request: the client's id if it is valid, else a new one. Every response and log entry contains it. */
public final class RequestId {
    public static final HeaderName HEADER = HeaderNames.create("X-Request-Id");

    private RequestId() {}

    public static String of(ServerRequestHeaders headers) {
        return of(headers.first(HEADER).orElse(null));
    }

    /** @param sent the client's id, if any */
    static String of(@Nullable String sent) {
        return sent != null && RequestKey.isId(sent) ? sent : Ids.next().toString();
    }
}
