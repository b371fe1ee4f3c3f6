package io.tical.server.http;

import io.helidon.http.HeaderNames;
import io.helidon.http.ServerRequestHeaders;
import io.helidon.webserver.http.ServerRequest;
import io.tical.server.problem.Problem;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** How requests carry their session token, and the checks that changes require. */
public sealed interface SessionToken permits SessionCookie, SessionToken.Bearer {
    /** The token of a request; null if there is none or more than one. */
    @Nullable
    String of(ServerRequestHeaders headers);

    /** The device token of a browser, or null. */
    default @Nullable String device(ServerRequestHeaders headers) {
        return null;
    }

    /**
     * Refuses cross-site requests.
     *
     * @throws Problem.Forbidden {@code CROSS_SITE_REFUSED}
     */
    void refuseCrossSite(ServerRequest request, SourceAddress proxies);

    /**
     * Requires the CSRF token of the session.
     *
     * @throws Problem.Forbidden {@code CSRF_TOKEN_INVALID}
     */
    void requireIntent(ServerRequestHeaders headers, String token);

    /**
     * {@code Authorization: Bearer <token>}: only a client that has the token can send it, so no further checks are
     * needed.
     */
    record Bearer() implements SessionToken {
        private static final Pattern BEARER = Pattern.compile("(?i)bearer +([A-Za-z0-9._~+/=-]+) *");

        @Override
        public @Nullable String of(ServerRequestHeaders headers) {
            var header = Gate.single(headers, HeaderNames.AUTHORIZATION);
            if (header == null) {
                return null;
            }
            var bearer = BEARER.matcher(header);
            return bearer.matches() ? bearer.group(1) : null;
        }

        @Override
        public void refuseCrossSite(ServerRequest request, SourceAddress proxies) {}

        @Override
        public void requireIntent(ServerRequestHeaders headers, String token) {}
    }
}
