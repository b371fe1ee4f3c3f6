package io.tical.server.http;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.ServerRequestHeaders;
import io.helidon.webserver.http.ServerRequest;
import io.tical.common.Ids;
import io.tical.server.access.Caller;
import io.tical.server.access.Credential;
import io.tical.server.problem.Problem;
import java.io.InputStream;
import java.time.Clock;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Checks of a request. {@link Api} calls them in this order: key and source address, then the body is read, signature, rate, path,
 * scope, environment, idempotency key.
 */
public record Gate(Credential.Source credentials, SourceAddress sources, RateLimits rateLimits, Clock clock) {
    private static final HeaderName IDEMPOTENCY_KEY = HeaderNames.create("Idempotency-Key");
    private static final String BEARER = "Bearer ";
    private static final int KEY_LENGTH_MAX = 255;

    /** Checks key and source address, before the body is read. */
    public Credential identify(ServerRequest request) {
        var credential = credentials.find(bearer(request.headers()));
        if (credential == null) {
            throw new Problem.Unauthorized("API_KEY_INVALID", "This API key is unknown; check that it is complete");
        }
        if (credential.revoked()) {
            throw new Problem.Unauthorized("API_KEY_REVOKED", "This API key was revoked; use the one that replaced it");
        }
        var expiresAt = credential.expiresAt();
        if (expiresAt != null && !clock.instant().isBefore(expiresAt)) {
            throw new Problem.Unauthorized(
                    "API_KEY_REVOKED", "This API key has expired; create a new one in the dashboard");
        }
        var source = sources.of(request);
        if (!credential.allowed().test(source)) {
            throw new Problem.Forbidden(
                    "IP_NOT_ALLOWED",
                    "Requests from " + source.getHostAddress()
                            + " are not on this merchant's IP allowlist; add the address in the dashboard");
        }
        return credential;
    }

    private static String bearer(ServerRequestHeaders headers) {
        if (!headers.contains(HeaderNames.AUTHORIZATION)) {
            throw new Problem.Unauthorized("API_KEY_MISSING", "Send the API key as Authorization: Bearer sk_…");
        }
        var header = single(headers, HeaderNames.AUTHORIZATION);
        if (header == null || !header.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
            throw new Problem.Unauthorized("API_KEY_INVALID", "Send one Authorization header of the form Bearer sk_…");
        }
        return header.substring(BEARER.length()).strip();
    }

    /** Whether the signature of the raw request must be checked: if it is required for the key, or sent. */
    public static boolean mustVerify(Credential credential, ServerRequest request) {
        var signing = credential.signing();
        return signing != null && (signing.required() || RequestSignature.isIn(request.headers()));
    }

    /** Checks the signature of the raw request, or counts its absence, if signing is on for the key. */
    public void verify(Credential credential, ServerRequest request, String target, InputStream body) {
        var signing = credential.signing();
        if (signing != null && mustVerify(credential, request)) {
            var now = clock.instant();
            RequestSignature.verify(signing.secretsAt(now), request, target, body, now);
        } else if (signing != null) {
            credentials.unsigned(credential.caller());
        }
    }

    /** Checks scope and environment. */
    public static void permit(Caller caller, Endpoint endpoint) {
        var scope = endpoint.scope();
        if (scope != null && !caller.scopes().contains(scope)) {
            throw new Problem.Forbidden(
                    "SCOPE_MISSING",
                    "This API key lacks the scope " + scope.word() + "; create a key with this scope in the dashboard");
        }
        if (endpoint.environment() == Endpoint.Environment.TEST_ONLY && caller.livemode()) {
            throw new Problem.Forbidden(
                    "LIVE_KEY_NOT_ALLOWED", "This operation is for the test environment; use an sk_test_ key");
        }
        if (endpoint.environment() == Endpoint.Environment.LIVE_ONLY && !caller.livemode()) {
            throw new Problem.Forbidden(
                    "TEST_KEY_NOT_ALLOWED", "This operation is for the live environment; use an sk_live_ key");
        }
    }

    /**
     * Reads the {@code Idempotency-Key}: 1 to 255 visible ASCII characters.
     *
     * @param required whether the header is required, as for every POST; otherwise a request without one gets a new key, which no
     *     client can choose
     */
    public static String idempotencyKey(ServerRequestHeaders headers, boolean required) {
        var sent = sentIdempotencyKey(headers);
        if (sent == null && required) {
            throw new Problem.BadRequest(
                    "IDEMPOTENCY_KEY_REQUIRED", "Every POST needs an Idempotency-Key header; reuse it for retries");
        }
        return idempotencyKey(sent);
    }

    /**
     * Reads the {@code Idempotency-Key} of an operation that does not require it.
     *
     * @param sent as {@link #sentIdempotencyKey}
     */
    static String idempotencyKey(@Nullable String sent) {
        if (sent == null) {
            return " " + Ids.next();
        }
        requireIdempotencyKey(sent, KEY_LENGTH_MAX);
        return sent;
    }

    /** The header as sent; null if absent, and empty, which is invalid, if repeated. */
    static @Nullable String sentIdempotencyKey(ServerRequestHeaders headers) {
        return headers.contains(IDEMPOTENCY_KEY)
                ? Objects.requireNonNullElse(single(headers, IDEMPOTENCY_KEY), "")
                : null;
    }

    /** @throws Problem.BadRequest {@code IDEMPOTENCY_KEY_INVALID} unless the key has 1 to {@code lengthMax} visible ASCII characters */
    public static void requireIdempotencyKey(String key, int lengthMax) {
        var fits = !key.isEmpty() && key.length() <= lengthMax && key.chars().allMatch(c -> c > ' ' && c < 0x7F);
        if (!fits) {
            throw new Problem.BadRequest(
                    "IDEMPOTENCY_KEY_INVALID",
                    "Send one Idempotency-Key of 1 to " + lengthMax + " visible ASCII characters");
        }
    }

    /** The raw header, as the signature covers it; empty if absent. */
    static String rawIdempotencyKey(ServerRequestHeaders headers) {
        return headers.first(IDEMPOTENCY_KEY).orElse("");
    }

    static @Nullable String single(ServerRequestHeaders headers, HeaderName name) {
        return headers.contains(name) && headers.get(name).valueCount() == 1
                ? headers.get(name).get()
                : null;
    }
}
