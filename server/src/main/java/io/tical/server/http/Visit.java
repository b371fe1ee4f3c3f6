package io.tical.server.http;

import io.tical.server.input.Query;
import java.net.InetAddress;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request to a surface where people sign in, before it is known whose it is.
 *
 * @param source where it came from
 * @param secure whether it came over TLS, as far as a trusted proxy says
 * @param device the token of the device cookie that came with it, or null; nobody has looked whether it is good
 * @param token the session's token that came with it, or null; nobody has looked whether it is good
 */
public record Visit(
        String requestId,
        InetAddress source,
        boolean secure,
        @Nullable String device,
        @Nullable String token,
        String target,
        Map<String, String> path,
        Query query,
        byte[] body)
        implements Request {}
