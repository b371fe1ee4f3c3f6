package io.tical.server.http;

import io.helidon.webserver.http.ServerRequest;
import io.tical.common.Ids;
import io.tical.server.http.wire.Peer;
import io.tical.server.input.JsonBody;
import io.tical.server.input.Query;
import io.tical.server.problem.Problem;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/** An admitted request of any surface. */
public interface Request {
    /** Path and query exactly as sent, as signatures and fingerprints cover them. */
    static String target(ServerRequest request) {
        // The codec parses the target and would reconstruct "/a?" as "/a".
        return ((Peer) request.remotePeer()).target();
    }

    /** Raw path and query, exactly as sent. */
    String target();

    /** The path's parameters, decoded. */
    Map<String, String> path();

    /** The query's parameters, decoded. */
    Query query();

    /** The raw body, empty if there is none. */
    byte[] body();

    /** The id in the path. Throws 404 with the resource's code if it is not a UUID. */
    default UUID id(String resource) {
        return Ids.parse(path("id")).orElseThrow(() -> Problem.NotFound.of(resource));
    }

    default String path(String name) {
        return Objects.requireNonNull(path().get(name), name);
    }

    default JsonBody json() {
        return JsonBody.parse(body());
    }
}
