package io.tical.server.http;

import io.helidon.webserver.http.HttpRequest;

/** Path and query exactly as sent, which is what a signature and a fingerprint cover. */
final class RequestTarget {
    private RequestTarget() {}

    static String of(HttpRequest request) {
        var path = request.prologue().uriPath().rawPath();
        var query = request.prologue().query().rawValue();
        return query.isEmpty() ? path : path + "?" + query;
    }
}
