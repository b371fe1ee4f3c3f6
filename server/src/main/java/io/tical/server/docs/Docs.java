package io.tical.server.docs;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.tical.server.http.StaticContent;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Serves the API's description: {@code /openapi} (YAML, or JSON on request), {@code /openapi.json}, and the page at
 * {@code /docs}. All of it is generated during the start and kept in memory.
 */
public final class Docs {
    /** Allows only our own style sheet, script and picture; no frame, no form, no connection. */
    static final String CONTENT_SECURITY_POLICY =
            "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self';"
                    + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private static final HeaderName ACCEPT = HeaderNames.ACCEPT;
    private static final String JSON = "application/json";
    private static final String YAML = "application/yaml";
    private static final String PATH_OPENAPI = "/openapi";
    private static final String PATH_JSON = "/openapi.json";

    private final FutureTask<Map<String, StaticContent>> resources = new FutureTask<>(Docs::make);

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

    private static Map<String, StaticContent> make() {
        var document = OpenApi.shipped();
        var page = ReferencePage.of(document).getBytes(StandardCharsets.UTF_8);
        var made = new TreeMap<String, StaticContent>();
        made.put(PATH_OPENAPI, StaticContent.of(YAML, document.yaml()));
        made.put(PATH_JSON, StaticContent.of(JSON, document.json()));
        made.put("/docs", StaticContent.of("text/html; charset=utf-8", page));
        made.put("/docs/docs.css", StaticContent.resource(Docs.class, "docs.css"));
        made.put("/docs/docs.js", StaticContent.resource(Docs.class, "docs.js"));
        made.put("/docs/icon.svg", StaticContent.resource(Docs.class, "icon.svg"));
        return made;
    }

    private void answer(String path, ServerRequest request, ServerResponse response) {
        StaticContent.requireReading(request);
        var wanted = path.equals(PATH_OPENAPI) && prefersJson(request) ? PATH_JSON : path;
        var content = Objects.requireNonNull(made().get(wanted), wanted);
        if (path.equals(PATH_OPENAPI)) {
            response.header("Vary", "Accept");
        }
        content.answer(request, response, CONTENT_SECURITY_POLICY);
    }

    private Map<String, StaticContent> made() {
        try {
            return resources.get();
        } catch (ExecutionException | CancellationException e) {
            throw new IllegalStateException("the API's description could not be made", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the API's description was made", e);
        }
    }

    /** Whether JSON is accepted explicitly, and YAML is not preferred. */
    private static boolean prefersJson(ServerRequest request) {
        if (!request.headers().contains(ACCEPT)) {
            return false;
        }
        var accepted = String.join(",", request.headers().get(ACCEPT).allValues());
        return quality(accepted, JSON) > quality(accepted, YAML);
    }

    /** The weight of a media type: 0 if it is not listed, 1 without {@code q}. */
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
