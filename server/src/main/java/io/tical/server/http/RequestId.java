package io.tical.server.http;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.ServerRequestHeaders;
import io.tical.common.Ids;
import java.util.regex.Pattern;

/** The id of a request: the caller's own where it is fit, else a new one. Every answer and log line carries it. */
public final class RequestId {
    public static final HeaderName HEADER = HeaderNames.create("X-Request-Id");

    private static final Pattern FIT = Pattern.compile("[A-Za-z0-9._-]{1,128}");

    private RequestId() {}

    public static String of(ServerRequestHeaders headers) {
        if (headers.contains(HEADER)) {
            var own = headers.get(HEADER).get();
            if (FIT.matcher(own).matches()) {
                return own;
            }
        }
        return Ids.next().toString();
    }
}
