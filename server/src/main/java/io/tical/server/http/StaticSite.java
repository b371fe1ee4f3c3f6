package io.tical.server.http;

import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.tical.server.http.HttpServer.Surface;
import io.tical.server.problem.Problem;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * A single-page application for signed-in users. One page, which is not cached, serves every path under its root, and
 * {@code <root>/assets/} serves the files that the page references.
 */
public record StaticSite(String root, StaticContent page, StaticAssets assets) implements Surface {
    /** Allows only our own files, and requests to this service. */
    public static final String CONTENT_SECURITY_POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
                    + " form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

    /**
     * Loads the page and all referenced files from the resources of a class.
     *
     * @param root the path of the site, such as {@code /dashboard}
     * @throws NullPointerException if a referenced file is missing; the message names it
     */
    public static StaticSite of(String root, Class<?> beside, String page) {
        var shell = StaticContent.resource(beside, page);
        return new StaticSite(root, shell, StaticAssets.namedIn(shell, root, beside));
    }

    @Override
    public void mount(HttpRouting.Builder routes) {
        routes.any(root, this::answer).any(root + "/*", this::answer);
    }

    private void answer(ServerRequest request, ServerResponse response) {
        var asset = assets.at(request.path().path());
        if (asset.isPresent()) {
            asset.get().answer(request, response, CONTENT_SECURITY_POLICY);
        } else {
            page.answerUnkept(request, response, CONTENT_SECURITY_POLICY);
        }
    }

    /** The files that a page references under {@code <root>/assets/}. No others are served. */
    public record StaticAssets(String prefix, Map<String, StaticContent> files) {
        /**
         * Loads all referenced files from the resources of a class.
         *
         * @param root the path of the page, such as {@code /dashboard}
         * @throws NullPointerException if a referenced file is missing; the message names it
         */
        public static StaticAssets namedIn(StaticContent page, String root, Class<?> beside) {
            var prefix = root + "/assets/";
            var files = new TreeMap<String, StaticContent>();
            Pattern.compile(Pattern.quote(prefix) + "([a-z0-9/.-]+)")
                    .matcher(new String(page.bytes(), StandardCharsets.UTF_8))
                    .results()
                    .forEach(named -> files.put(named.group(), StaticContent.resource(beside, named.group(1))));
            return new StaticAssets(prefix, files);
        }

        /**
         * The file at this path; empty if it is not a path of files.
         *
         * @throws Problem.NotFound if there is no such file
         */
        Optional<StaticContent> at(String path) {
            if (!path.startsWith(prefix)) {
                return Optional.empty();
            }
            var file = files.get(path);
            if (file == null) {
                throw Routes.notFound();
            }
            return Optional.of(file);
        }
    }
}
