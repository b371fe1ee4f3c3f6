package io.tical.server.http;

import io.helidon.webserver.http.HttpRequest;
import io.tical.server.http.wire.Peer;

/** Path and query exactly as sent, which is what a signature and a fingerprint cover. */
final class RequestTarget {
    private RequestTarget() {}

    static String of(HttpRequest request) {
        // The codec takes the target apart: "/a?" would be put together again as "/a".
        return ((Peer) request.remotePeer()).target();
    }
}
