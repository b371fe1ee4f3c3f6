package io.tical.server.http.wire;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;

/**
 * Rewrites the headers of a validated request that the codec would not read as RFC 9112 demands: to HTTP/1.1, a path, and one {@code Host}.
 */
final class PlainHead {
    /** What HTTP/1.0 does not know. */
    private static final Set<String> NOT_OLD = Set.of("connection", "expect", "upgrade");

    private PlainHead() {}

    /** @param local the host and the port of the socket, for clients that send no {@code Host} */
    static byte[] of(RequestHead head, byte[] bytes, String local) {
        var lines = head.text(bytes).split("\r\n");
        var method = lines[0].substring(0, lines[0].indexOf(' '));
        var plain = new StringBuilder(method)
                .append(' ')
                .append(head.line().target(bytes))
                .append(" HTTP/1.1\r\n");
        var host = head.line().authority();
        for (int line = 1; line < lines.length; line++) {
            var colon = lines[line].indexOf(':');
            var name = lines[line].substring(0, colon).toLowerCase(Locale.ROOT);
            if (name.equals("host")) {
                host = Objects.requireNonNullElse(
                        host, lines[line].substring(colon + 1).strip());
            } else if (!head.line().old() || !NOT_OLD.contains(name)) {
                plain.append(lines[line]).append("\r\n");
            }
        }
        plain.append("Host: ").append(Objects.requireNonNullElse(host, local)).append("\r\n");
        if (head.line().old() && !head.keepsAlive()) {
            plain.append("Connection: close\r\n");
        }
        return plain.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    }
}
