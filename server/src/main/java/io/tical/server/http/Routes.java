package io.tical.server.http;

import io.tical.server.input.Texts;
import io.tical.server.problem.Problem;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Finds the route of a raw path segment by segment. Literals take precedence over parameters. */
final class Routes<R extends Route> {
    private final Node<R> root = new Node<>();

    private static final class Node<R> {
        final Map<String, Node<R>> literals = new HashMap<>();
        final Map<String, R> routes = new LinkedHashMap<>();

        @Nullable
        Node<R> parameter;
    }

    record Match<R>(R route, Map<String, String> parameters) {}

    Routes(List<? extends R> routes) {
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
            if (node.routes.put(route.method(), route) != null) {
                throw new IllegalArgumentException("two routes: " + route.method() + " " + route.path());
            }
        }
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
        var route = node.routes.get(method);
        if (route == null) {
            throw HttpProblem.methodNotAllowed(method, String.join(", ", new TreeSet<>(node.routes.keySet())));
        }
        var parameters = new HashMap<String, String>();
        var value = values.iterator();
        for (var segment : segments(route.path())) {
            if (segment.startsWith("{")) {
                parameters.put(segment.substring(1, segment.length() - 1), value.next());
            }
        }
        return new Match<>(route, parameters);
    }

    static Problem.NotFound notFound() {
        return new Problem.NotFound("ROUTE_NOT_FOUND", "No operation has this path; see /docs");
    }

    /** The route of this method and path, or null. */
    @Nullable
    R find(String method, String rawPath) {
        try {
            return match(method, rawPath).route();
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
