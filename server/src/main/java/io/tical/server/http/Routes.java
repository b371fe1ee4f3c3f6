package io.tical.server.http;

import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.tical.server.input.Texts;
import io.tical.server.problem.Problem;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Finds the route of a raw path segment by segment. Literals take precedence over parameters. Each route has a meter. */
final class Routes<R extends Route> {
    private final Node<R> root = new Node<>();
    private final List<RouteMeter> meters = new ArrayList<>();
    private final RouteMeter unmatched;

    private static final class Node<R> {
        final Map<String, Node<R>> literals = new HashMap<>();
        final Map<String, Metered<R>> routes = new LinkedHashMap<>();

        @Nullable
        Node<R> parameter;
    }

    private record Metered<R>(R route, RouteMeter meter) {}

    record Match<R>(R route, Map<String, String> parameters, RouteMeter meter) {}

    Routes(List<? extends R> routes) {
        unmatched = RouteMeter.unmatched(routes.stream()
                .map(route -> "/" + segments(route.path()).getFirst() + "/*")
                .min(Comparator.naturalOrder())
                .orElse("/*"));
        meters.add(unmatched);
        for (var route : routes) {
            var node = root;
            for (var segment : segments(route.path())) {
                if (segment.startsWith("{")) {
                    if (node.parameter == null) {
                        node.parameter = new Node<>();
                    }
                    node = node.parameter;
                } else {
                    node = node.literals.computeIfAbsent(segment, name -> new Node<>());
                }
            }
            var meter = new RouteMeter(route.method(), route.path());
            meters.add(meter);
            if (node.routes.put(route.method(), new Metered<>(route, meter)) != null) {
                throw new IllegalArgumentException("two routes: " + route.method() + " " + route.path());
            }
        }
    }

    /** Matches the method and the path of a request, as {@link #match(String, String)}. */
    Match<R> match(ServerRequest request) {
        return match(
                request.prologue().method().text(), request.prologue().uriPath().rawPath());
    }

    /**
     * @throws Problem.NotFound {@code ROUTE_NOT_FOUND} if no route has this path
     * @throws HttpProblem if the path does not support this method
     */
    Match<R> match(String method, String rawPath) {
        var values = new ArrayList<String>();
        var node = find(root, segments(rawPath), 0, values);
        if (node == null) {
            throw notFound();
        }
        var metered = node.routes.get(method);
        if (metered == null) {
            throw HttpProblem.methodNotAllowed(method, String.join(", ", new TreeSet<>(node.routes.keySet())));
        }
        var route = metered.route();
        var parameters = new HashMap<String, String>();
        var value = values.iterator();
        for (var segment : segments(route.path())) {
            if (segment.startsWith("{")) {
                parameters.put(segment.substring(1, segment.length() - 1), value.next());
            }
        }
        return new Match<>(route, parameters, metered.meter());
    }

    static Problem.NotFound notFound() {
        return new Problem.NotFound("ROUTE_NOT_FOUND", "No operation has this path; see /docs");
    }

    /** The meters of all routes, and of the requests that none matches. */
    List<RouteMeter> meters() {
        return meters;
    }

    /** Records a request that began at {@code startNanos}, as {@link System#nanoTime}. */
    void record(@Nullable Match<R> match, ServerResponse response, long startNanos) {
        var meter = match == null ? unmatched : match.meter();
        meter.record(response.status().code(), startNanos);
    }

    /** The route of this request, or null. */
    @Nullable
    Match<R> find(ServerRequest request) {
        try {
            return match(request);
        } catch (Problem.NotFound | HttpProblem nothing) {
            return null;
        }
    }

    private static <R> @Nullable Node<R> find(Node<R> node, List<String> segments, int at, List<String> values) {
        if (at == segments.size()) {
            return node.routes.isEmpty() ? null : node;
        }
        var literal = node.literals.get(segments.get(at));
        if (literal != null) {
            var found = find(literal, segments, at + 1, values);
            if (found != null) {
                return found;
            }
        }
        if (node.parameter == null || segments.get(at).isEmpty()) {
            return null;
        }
        values.add(decode(segments.get(at)));
        var found = find(node.parameter, segments, at + 1, values);
        if (found == null) {
            values.removeLast();
        }
        return found;
    }

    /** Decodes a segment. Text that cannot be stored becomes empty, for which every resource returns 404. */
    private static String decode(String segment) {
        String decoded;
        try {
            decoded = URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new Problem.NotFound("ROUTE_NOT_FOUND", "The path has a malformed percent escape");
        }
        return Texts.storable(decoded) ? decoded : "";
    }

    private static List<String> segments(String path) {
        return List.of(path.substring(1).split("/", -1));
    }
}
