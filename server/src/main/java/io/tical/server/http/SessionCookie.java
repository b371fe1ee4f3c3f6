package io.tical.server.http;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.ServerRequestHeaders;
import io.helidon.webserver.http.ServerRequest;
import io.tical.server.problem.Problem;
import io.tical.server.secret.Hashes;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * A session token in a cookie. Because browsers also send cookies with cross-site requests, a change must come from the
 * same site and carry a CSRF token, which is derived from the session token and returned only to the session's owner.
 *
 * @param lifetime how long browsers keep the cookie
 */
public record SessionCookie(String name, Duration lifetime) implements SessionToken {
    private static final HeaderName CSRF_TOKEN = HeaderNames.create("X-CSRF-Token");
    private static final HeaderName SEC_FETCH_SITE = HeaderNames.create("Sec-Fetch-Site");

    /** Ignores repeated cookies of this name, because one of them must be injected. */
    @Override
    public @Nullable String of(ServerRequestHeaders headers) {
        return value(headers, name);
    }

    @Override
    public @Nullable String device(ServerRequestHeaders headers) {
        return value(headers, deviceName());
    }

    private static @Nullable String value(ServerRequestHeaders headers, String name) {
        if (!headers.contains(HeaderNames.COOKIE)) {
            return null;
        }
        var tokens = headers.get(HeaderNames.COOKIE).allValues().stream()
                .flatMap(line -> Arrays.stream(line.split(";")))
                .map(String::strip)
                .filter(pair -> pair.startsWith(name + "="))
                .map(pair -> pair.substring(name.length() + 1))
                .toList();
        return tokens.size() == 1 && !tokens.getFirst().isEmpty() ? tokens.getFirst() : null;
    }

    /** The {@code Set-Cookie} of a new session. */
    public String set(String token, boolean secure) {
        return header(name, token, lifetime.toSeconds(), secure);
    }

    /** The {@code Set-Cookie} that deletes the session cookie. */
    public String clear(boolean secure) {
        return header(name, "", 0, secure);
    }

    /** The {@code Set-Cookie} of the device token. */
    public String setDevice(String device, Duration kept, boolean secure) {
        return header(deviceName(), device, kept.toSeconds(), secure);
    }

    private String deviceName() {
        return name + "_device";
    }

    private static String header(String name, String value, long maxAgeSeconds, boolean secure) {
        return name + "=" + value + "; Path=/; Max-Age=" + maxAgeSeconds + "; HttpOnly; SameSite=Strict"
                + (secure ? "; Secure" : "");
    }

    /** The CSRF token of a session. It does not reveal the session token. */
    public String csrfToken(String token) {
        var bytes = Hashes.hmac(token.getBytes(StandardCharsets.UTF_8), "csrf".getBytes(StandardCharsets.UTF_8));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    @Override
    public void requireIntent(ServerRequestHeaders headers, String token) {
        var shown = Gate.single(headers, CSRF_TOKEN);
        if (shown == null
                || !MessageDigest.isEqual(
                        shown.getBytes(StandardCharsets.UTF_8), csrfToken(token).getBytes(StandardCharsets.UTF_8))) {
            throw new Problem.Forbidden(
                    "CSRF_TOKEN_INVALID", "Send the csrf_token of this session in the header X-CSRF-Token");
        }
    }

    /**
     * Checks {@code Sec-Fetch-Site}, or else requires the service's own {@code Origin}. Clients other than browsers
     * send neither.
     */
    @Override
    public void refuseCrossSite(ServerRequest request, SourceAddress proxies) {
        var headers = request.headers();
        boolean ours;
        if (headers.contains(SEC_FETCH_SITE)) {
            var site = headers.get(SEC_FETCH_SITE).get();
            ours = site.equals("same-origin") || site.equals("none");
        } else {
            ours = !headers.contains(HeaderNames.ORIGIN)
                    || isAt(proxies.host(request), Gate.single(headers, HeaderNames.ORIGIN));
        }
        if (!ours) {
            throw new Problem.Forbidden(
                    "CROSS_SITE_REFUSED", "A page of another site sent this request; send it from this site");
        }
    }

    /** Whether an origin is that of this host. The scheme may be another one, because not every proxy says which one it is. */
    private static boolean isAt(String host, @Nullable String origin) {
        try {
            var page = URI.create(origin == null ? "" : origin);
            var scheme = page.getScheme();
            var authority = page.getRawAuthority();
            return scheme != null
                    && authority != null
                    && SourceAddress.authority(scheme, host).equals(SourceAddress.authority(scheme, authority));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
