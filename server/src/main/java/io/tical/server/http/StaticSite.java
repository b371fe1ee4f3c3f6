package io.tical.server.http;

import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.tical.server.http.HttpServer.MountedRoutes;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A single-page application for signed-in users. One page, which is not cached, serves every path under its root, and
 * {@code <root>/assets/} serves its files.
 */
public record StaticSite(String root, StaticContent page, FingerprintedAssets assets) implements MountedRoutes {
    /** Allows only our own files, and requests to this service. */
    public static final String CONTENT_SECURITY_POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
                    + " form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

    /**
     * Loads the page from the resources of a class. Where it names {@code <root>/assets/<file>} it gets the fingerprinted address.
     *
     * @param root the path of the site, such as {@code /dashboard}
     * @param files by name
     * @throws NullPointerException if the page names a file that is not among them; the message names it
     */
    public static StaticSite of(String root, Class<?> beside, String page, Map<String, StaticContent> files) {
        var assets = new FingerprintedAssets(root + "/assets/", files);
        var source = StaticContent.resource(beside, page);
        var html = Pattern.compile(Pattern.quote(root + "/assets/") + "([a-z0-9.-]+)")
                .matcher(new String(source.bytes(), StandardCharsets.UTF_8))
                .replaceAll(named -> assets.address(named.group(1)));
        return new StaticSite(root, StaticContent.of(source.type(), html.getBytes(StandardCharsets.UTF_8)), assets);
    }

    @Override
    public void mount(HttpRouting.Builder routes) {
        routes.any(root, this::answer).any(root + "/*", this::answer);
    }

    private void answer(ServerRequest request, ServerResponse response) {
        var asset = assets.at(request.path().path());
        if (asset.isPresent()) {
            asset.get().answer(request, response);
        } else {
            page.answerUnkept(request, response, CONTENT_SECURITY_POLICY);
        }
    }
}
