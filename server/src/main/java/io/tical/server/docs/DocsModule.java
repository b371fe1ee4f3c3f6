package io.tical.server.docs;

import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.tical.server.http.FingerprintedAssets;
import io.tical.server.http.JoinedContent;
import io.tical.server.http.SourceAddress;
import io.tical.server.http.StaticContent;
import io.tical.server.http.Weights;
import io.tical.server.module.Contributions;
import io.tical.server.module.Kind;
import io.tical.server.module.Module;
import io.tical.server.module.Modules;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Serves the API's description: {@code /openapi} (YAML, or JSON on request), {@code /openapi.json}, and the reference at
 * {@code /docs}; and on the admin socket the description of the operators' API. Each description is read at its first request and cached.
 * Descriptions and examples contain the address of the request.
 */
public final class DocsModule implements Module {
    /** A resource, for one request. */
    private interface Resource {
        JoinedContent answering(ServerRequest request);
    }

    /** A value that is created on its first use, so that it does not delay the start. */
    private static final class Lazy<T> implements Supplier<T> {
        private final Supplier<T> make;
        private @Nullable T made;

        Lazy(Supplier<T> make) {
            this.make = make;
        }

        @Override
        public synchronized T get() {
            var known = made;
            if (known == null) {
                known = make.get();
                made = known;
            }
            return known;
        }
    }

    /** Allows only our own style sheet, scripts and picture, and requests to this service; no frame, and no form without a script. */
    static final String CONTENT_SECURITY_POLICY =
            "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self';"
                    + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private static final String JSON = "application/json";
    private static final String YAML = "application/yaml";
    private static final String PATH_OPENAPI = "/openapi";
    private static final String PATH_JSON = "/openapi.json";

    private final SourceAddress sources;
    private final List<String> callbackSources;
    private final List<String> operatorsParts;

    /**
     * @param sources determines the host that a client asked, also behind trusted proxies
     * @param callbackSources the addresses from which callbacks come; empty if the operator has not named them
     * @param operatorsParts the resources that describe the operators' API
     */
    DocsModule(SourceAddress sources, List<String> callbackSources, List<String> operatorsParts) {
        this.sources = sources;
        this.callbackSources = callbackSources;
        this.operatorsParts = operatorsParts;
    }

    /** The description of the operators' API has the operations of all modules that are listed before this one. */
    public static DocsModule of(Modules modules, SourceAddress sources, List<String> callbackSources) {
        return new DocsModule(sources, callbackSources, modules.all(Kind.ADMIN_DOCUMENTS));
    }

    /** The files of the reference. */
    public static FingerprintedAssets assets() {
        return new ReferencePages(List.of()).assets();
    }

    @Override
    public void contribute(Contributions to) {
        to.add(Kind.PAGES, this::register);
        to.add(
                Kind.ADMIN_PAGES,
                routes -> register(
                        routes,
                        List.of(PATH_OPENAPI, PATH_JSON),
                        () -> descriptions(OpenApi.operators(operatorsParts))));
    }

    void register(HttpRouting.Builder routes) {
        register(routes, List.of(PATH_OPENAPI, PATH_JSON), () -> descriptions(document()));
        var pages = new Lazy<>(() -> new ReferencePages(callbackSources));
        routes.any(ReferencePages.ROOT, (request, response) -> page(pages.get(), request, response));
        routes.any(ReferencePages.ROOT + "/*", (request, response) -> page(pages.get(), request, response));
    }

    private OpenApi document() {
        return OpenApi.shipped().withCallbackSources(callbackSources);
    }

    private void page(ReferencePages pages, ServerRequest request, ServerResponse response) {
        StaticContent.requireReading(request);
        var path = request.path().path().replaceFirst("/$", "");
        if (path.startsWith(ReferencePages.ASSETS)) {
            pages.assets().answer(request, response);
            return;
        }
        var origin = sources.origin(request);
        var page = pages.page(path, origin);
        if (page.isEmpty()) {
            response.status(Status.NOT_FOUND_404);
        }
        StaticContent.of(
                        "text/html; charset=utf-8",
                        page.orElseGet(() -> pages.missing(origin)).getBytes(StandardCharsets.UTF_8))
                .answerPacked(request, response, CONTENT_SECURITY_POLICY);
    }

    private static void register(HttpRouting.Builder routes, List<String> paths, Supplier<Map<String, Resource>> make) {
        var resources = new Lazy<>(make);
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

    private static void answer(
            Lazy<Map<String, Resource>> resources, String path, ServerRequest request, ServerResponse response) {
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
        return Weights.of(accepted, type).orElse(0);
    }
}
