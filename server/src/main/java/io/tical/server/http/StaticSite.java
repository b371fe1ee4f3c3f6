package io.tical.server.http;

import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;

/**
 * A single-page application for signed-in users. One page, which is not cached, serves every path under its root, and
 * {@code <root>/assets/} serves the files that the page references.
 */
public record StaticSite(String root, String contentSecurityPolicy, StaticContent page, StaticAssets assets)
        implements Surface {
    /**
     * Loads the page and all referenced files from the resources of a class.
     *
     * @param root the path of the site, such as {@code /dashboard}
     * @throws NullPointerException if a referenced file is missing; the message names it
     */
    public static StaticSite of(String root, String contentSecurityPolicy, Class<?> beside, String page) {
        var shell = StaticContent.resource(beside, page);
        return new StaticSite(root, contentSecurityPolicy, shell, StaticAssets.namedIn(shell, root, beside));
    }

    @Override
    public void mount(HttpRouting.Builder routes) {
        routes.any(root, this::answer).any(root + "/*", this::answer);
    }

    private void answer(ServerRequest request, ServerResponse response) {
        var asset = assets.at(request.path().path());
        if (asset.isPresent()) {
            asset.get().answer(request, response, contentSecurityPolicy);
        } else {
            page.answerUnkept(request, response, contentSecurityPolicy);
        }
    }
}
