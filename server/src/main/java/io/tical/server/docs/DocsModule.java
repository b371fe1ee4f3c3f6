package io.tical.server.docs;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.tical.server.http.HttpServer.Surface;
import io.tical.server.http.SourceAddress;
import io.tical.server.http.StaticContent;
import io.tical.server.module.Module;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Serves the API's description: {@code /openapi} (YAML, or JSON on request), {@code /openapi.json}, and the page at
 * {@code /docs}; and on the admin socket the description of the operators' API. Each description is
 * generated at the first request for it and kept in memory. The descriptions name the address at which the client asked for them.
 */
public final class DocsModule implements Module {
    /** A resource as one request gets it. */
    private interface Resource {
        StaticContent answering(ServerRequest request);
    }

    /** The resources of one description by their paths. Made when one is asked for: not at the start, which it would delay. */
    private static final class Resources implements Supplier<Map<String, Resource>> {
        private final Supplier<Map<String, Resource>> make;
        private @Nullable Map<String, Resource> made;

        Resources(Supplier<Map<String, Resource>> make) {
            this.make = make;
        }

        @Override
        public synchronized Map<String, Resource> get() {
            if (made == null) {
                made = make.get();
            }
            return made;
        }
    }

    /** Allows only our own style sheet, script and picture; no frame, no form, no connection. */
    static final String CONTENT_SECURITY_POLICY =
            "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self';"
                    + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private static final String JSON = "application/json";
    private static final String YAML = "application/yaml";
    private static final String PATH_OPENAPI = "/openapi";
    private static final String PATH_JSON = "/openapi.json";

    private final SourceAddress sources;

    /** @param sources determines the host that a client asked, also behind trusted proxies */
    public DocsModule(SourceAddress sources) {
        this.sources = sources;
    }

    @Override
    public List<Surface> pages() {
        return List.of(this::register);
    }

    @Override
    public List<Surface> adminPages() {
        return List.of(
                routes -> register(routes, List.of(PATH_OPENAPI, PATH_JSON), () -> descriptions(OpenApi.operators())));
    }

    void register(HttpRouting.Builder routes) {
        register(
                routes,
                List.of(PATH_OPENAPI, PATH_JSON, "/docs", "/docs/docs.css", "/docs/docs.js", "/docs/icon.svg"),
                this::make);
    }

    private static void register(HttpRouting.Builder routes, List<String> paths, Supplier<Map<String, Resource>> make) {
        var resources = new Resources(make);
        for (var path : paths) {
            routes.any(path, (request, response) -> answer(resources, path, request, response));
        }
    }

    private Map<String, Resource> descriptions(OpenApi document) {
        return Map.of(
                PATH_OPENAPI,
                addressed(AddressedDocument.of(YAML, document.yaml())),
                PATH_JSON,
                addressed(AddressedDocument.of(JSON, document.json())));
    }

    private Resource addressed(AddressedDocument document) {
        return request -> document.at(sources.origin(request));
    }

    private static Resource unchanged(StaticContent content) {
        return request -> content;
    }

    private Map<String, Resource> make() {
        var document = OpenApi.shipped();
        var page = ReferencePage.of(document).getBytes(StandardCharsets.UTF_8);
        var resources = new HashMap<>(descriptions(document));
        resources.putAll(Map.of(
                "/docs",
                unchanged(StaticContent.of("text/html; charset=utf-8", page)),
                "/docs/docs.css",
                unchanged(StaticContent.resource(DocsModule.class, "docs.css")),
                "/docs/docs.js",
                unchanged(StaticContent.resource(DocsModule.class, "docs.js")),
                "/docs/icon.svg",
                unchanged(StaticContent.resource(DocsModule.class, "icon.svg"))));
        return resources;
    }

    private static void answer(Resources resources, String path, ServerRequest request, ServerResponse response) {
        StaticContent.requireReading(request);
        var wanted = path.equals(PATH_OPENAPI) && prefersJson(request) ? PATH_JSON : path;
        var content = Objects.requireNonNull(resources.get().get(wanted), wanted);
        if (path.equals(PATH_OPENAPI)) {
            response.header("Vary", "Accept");
        }
        content.answering(request).answer(request, response, CONTENT_SECURITY_POLICY);
    }

    /** Whether JSON is accepted explicitly, and YAML is not preferred. */
    private static boolean prefersJson(ServerRequest request) {
        var accepted = String.join(",", request.headers().all(HeaderNames.ACCEPT, List::of));
        return quality(accepted, JSON) > quality(accepted, YAML);
    }

    /** The weight of a media type: 0 if it is not listed, 1 without {@code q}. */
    static double quality(String accepted, String type) {
        return Arrays.stream(accepted.split(","))
                .map(range -> range.split(";", -1))
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
