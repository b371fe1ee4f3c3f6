package io.tical.server.http;

import io.tical.server.input.Query;
import java.net.InetAddress;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request to a surface with sessions, before its session is known.
 *
 * @param source the client's address
 * @param secure whether a trusted proxy received the request over TLS
 * @param device the unverified device token of the request, or null
 * @param token the unverified session token of the request, or null
 * @param idempotencyKey the unverified {@code Idempotency-Key} of the request, empty if there are several; null without one
 * @param userAgent the {@code User-Agent} header, or null
 * @param origin scheme, host and port at which the client reached the service; null if it sent no valid host
 */
public record Visit(
        String requestId,
        InetAddress source,
        boolean secure,
        @Nullable String device,
        @Nullable String token,
        @Nullable String idempotencyKey,
        @Nullable String userAgent,
        @Nullable String origin,
        String target,
        Map<String, String> path,
        Query query,
        byte[] body)
        implements Request {}
