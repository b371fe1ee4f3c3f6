package io.tical.server.http;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.ServerRequestHeaders;
import io.helidon.webserver.http.ServerRequest;
import io.tical.server.problem.Problem;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * A session's token in a cookie. Browsers send cookies whoever asks them to, so a change needs more: it must not come from
 * another site, and it must carry a token made from the session's own, which only the answers to its owner tell.
 *
 * @param name the cookie's name
 * @param lifetime how long a browser keeps it
 */
public record SessionCookie(String name, Duration lifetime) implements SessionToken {
    private static final HeaderName CSRF_TOKEN = HeaderNames.create("X-CSRF-Token");
    private static final HeaderName SEC_FETCH_SITE = HeaderNames.create("Sec-Fetch-Site");

    /** Two cookies of this name can only come from somebody who plants one: then neither is believed. */
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

    /** The {@code Set-Cookie} that gives a browser its session. */
    public String set(String token, boolean secure) {
        return header(name, token, lifetime.toSeconds(), secure);
    }

    /** The {@code Set-Cookie} that takes it away. */
    public String clear(boolean secure) {
        return header(name, "", 0, secure);
    }

    /** The {@code Set-Cookie} by which a browser is known again when somebody signs in there. */
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

    /** What a change in the session of this token must carry; it tells nothing about the session's token. */
    public String csrfToken(String token) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(token.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            var bytes = mac.doFinal("csrf".getBytes(StandardCharsets.UTF_8));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has HmacSHA256", e);
        }
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
     * A browser that says where a request comes from is believed; of one that says only its origin, that must be ours.
     * What is no browser says neither.
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
                    || proxies.host(request).equalsIgnoreCase(authority(Gate.single(headers, HeaderNames.ORIGIN)));
        }
        if (!ours) {
            throw new Problem.Forbidden("CROSS_SITE_REFUSED", "This request was sent by a page of another site");
        }
    }

    private static String authority(@Nullable String origin) {
        try {
            var authority = origin == null ? null : URI.create(origin).getRawAuthority();
            return authority == null ? "" : authority;
        } catch (IllegalArgumentException e) {
            return "";
        }
    }
}
