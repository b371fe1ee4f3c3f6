package io.tical.server.docs;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Method;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.tical.server.http.Problem;
import io.tical.server.http.RequestId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Serves the API's description: {@code /openapi} (YAML, or JSON for who asks for it), {@code /openapi.json}, and the page at
 * {@code /docs}. All of it is made once, beside the rest of the start, and kept.
 */
public final class Docs {
    /** Nothing but our own style sheet, script and picture; no frame, no form, no connection. */
    static final String CONTENT_SECURITY_POLICY =
            "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self';"
                    + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private static final HeaderName ACCEPT = HeaderNames.ACCEPT;
    private static final String JSON = "application/json";
    private static final String YAML = "application/yaml";
    private static final String PATH_OPENAPI = "/openapi";
    private static final String PATH_JSON = "/openapi.json";

    private final FutureTask<Map<String, Resource>> resources = new FutureTask<>(Docs::make);

    private Docs() {}

    /** Mounts the description. */
    public static void register(HttpRouting.Builder routes) {
        var docs = new Docs();
        Thread.ofVirtual().name("docs").start(docs.resources);
        for (var path :
                new String[] {PATH_OPENAPI, PATH_JSON, "/docs", "/docs/docs.css", "/docs/docs.js", "/docs/icon.svg"}) {
            routes.any(path, (request, response) -> docs.answer(path, request, response));
        }
    }

    /** One thing to be served, with the tag that tells its content from every other. */
    private record Resource(String type, byte[] bytes, String tag) {
        static Resource of(String type, byte[] bytes) {
            try {
                var digest = MessageDigest.getInstance("SHA-256").digest(bytes);
                return new Resource(type, bytes, "\"" + HexFormat.of().formatHex(Arrays.copyOf(digest, 12)) + "\"");
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("every Java platform has SHA-256", e);
            }
        }
    }

    private static Map<String, Resource> make() {
        var document = OpenApi.shipped();
        var page = ReferencePage.of(document).getBytes(StandardCharsets.UTF_8);
        var made = new TreeMap<String, Resource>();
        made.put(PATH_OPENAPI, Resource.of(YAML, document.yaml()));
        made.put(PATH_JSON, Resource.of(JSON, document.json()));
        made.put("/docs", Resource.of("text/html; charset=utf-8", page));
        made.put("/docs/docs.css", Resource.of("text/css; charset=utf-8", file("docs.css")));
        made.put("/docs/docs.js", Resource.of("text/javascript; charset=utf-8", file("docs.js")));
        made.put("/docs/icon.svg", Resource.of("image/svg+xml", file("icon.svg")));
        return made;
    }

    private static byte[] file(String name) {
        try (var in = Docs.class.getResourceAsStream(name)) {
            return Objects.requireNonNull(in, name).readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(name + " cannot be read", e);
        }
    }

    private void answer(String path, ServerRequest request, ServerResponse response) {
        var method = request.prologue().method();
        if (!method.equals(Method.GET) && !method.equals(Method.HEAD)) {
            throw new Problem.MethodNotAllowed(method.text(), "GET, HEAD");
        }
        var wanted = path.equals(PATH_OPENAPI) && prefersJson(request) ? PATH_JSON : path;
        var resource = Objects.requireNonNull(made().get(wanted), wanted);
        response.header("X-Request-Id", RequestId.of(request.headers()));
        response.header("Content-Type", resource.type());
        response.header("Content-Security-Policy", CONTENT_SECURITY_POLICY);
        response.header("X-Content-Type-Options", "nosniff");
        response.header("X-Frame-Options", "DENY");
        response.header("Referrer-Policy", "no-referrer");
        response.header("ETag", resource.tag());
        // Kept, and asked about each time: a new release shows at once.
        response.header("Cache-Control", "no-cache");
        if (path.equals(PATH_OPENAPI)) {
            response.header("Vary", "Accept");
        }
        if (sameTag(request, resource.tag())) {
            response.status(Status.NOT_MODIFIED_304).send();
        } else if (method.equals(Method.HEAD)) {
            response.header("Content-Length", Integer.toString(resource.bytes().length));
            response.send();
        } else {
            response.send(resource.bytes());
        }
    }

    private Map<String, Resource> made() {
        try {
            return resources.get();
        } catch (ExecutionException | CancellationException e) {
            throw new IllegalStateException("the API's description could not be made", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the API's description was made", e);
        }
    }

    private static boolean sameTag(ServerRequest request, String tag) {
        return request.headers().contains(HeaderNames.IF_NONE_MATCH)
                && request.headers().get(HeaderNames.IF_NONE_MATCH).allValues().stream()
                        .flatMap(line -> Arrays.stream(line.split(",")))
                        .map(String::strip)
                        .anyMatch(known -> known.equals(tag) || known.equals("W/" + tag));
    }

    /** Whether JSON is asked for by name, and YAML is not asked for more. */
    private static boolean prefersJson(ServerRequest request) {
        if (!request.headers().contains(ACCEPT)) {
            return false;
        }
        var accepted = String.join(",", request.headers().get(ACCEPT).allValues());
        return quality(accepted, JSON) > quality(accepted, YAML);
    }

    /** The weight of a media type where it is named: 0 when it is not, 1 unless {@code q} says less. */
    static double quality(String accepted, String type) {
        return Arrays.stream(accepted.split(","))
                .map(range -> range.split(";"))
                .filter(range -> range[0].strip().equalsIgnoreCase(type))
                .mapToDouble(range -> Arrays.stream(range)
                        .skip(1)
                        .map(String::strip)
                        .filter(parameter -> parameter.matches("[qQ]=[01](\\.[0-9]{0,3})?"))
                        .mapToDouble(parameter -> Double.parseDouble(parameter.substring(2)))
                        .findFirst()
                        .orElse(1))
                .max()
                .orElse(0);
    }
}
