package io.tical.server.http;

import io.helidon.http.HeaderNames;
import io.helidon.http.ServerRequestHeaders;
import io.helidon.webserver.http.ServerRequest;
import io.tical.server.problem.Problem;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Where the requests of a surface carry the token of their session, and what that asks of those that change something. */
public sealed interface SessionToken permits SessionCookie, SessionToken.Bearer {
    /** The token that came with a request; null when there is none, or more than one. */
    @Nullable
    String of(ServerRequestHeaders headers);

    /** What a browser keeps beside its sessions, to be known again; null where there is none. */
    default @Nullable String device(ServerRequestHeaders headers) {
        return null;
    }

    /**
     * Refuses what another site made a browser send.
     *
     * @throws Problem.Forbidden {@code CROSS_SITE_REFUSED}
     */
    void refuseCrossSite(ServerRequest request, SourceAddress proxies);

    /**
     * Refuses a change whose sender cannot show that it can read this session's answers.
     *
     * @throws Problem.Forbidden {@code CSRF_TOKEN_INVALID}
     */
    void requireIntent(ServerRequestHeaders headers, String token);

    /** {@code Authorization: Bearer <token>}: only a program that has the token can send it, so nothing more is asked. */
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
