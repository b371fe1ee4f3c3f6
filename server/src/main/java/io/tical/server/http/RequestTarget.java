package io.tical.server.http;

import io.helidon.webserver.http.HttpRequest;
import io.tical.server.http.wire.Peer;

/** Path and query exactly as sent, as signatures and fingerprints cover them. */
final class RequestTarget {
    private RequestTarget() {}

    static String of(HttpRequest request) {
        // The codec parses the target and would reconstruct "/a?" as "/a".
        return ((Peer) request.remotePeer()).target();
    }
}
