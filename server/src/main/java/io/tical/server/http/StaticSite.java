package io.tical.server.http;

import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;

/**
 * An application for people who are signed in: one page, which no browser keeps, that answers every path under its root, and the files that the page names under
 * {@code <root>/assets/}. A file that the page does not name is not served.
 */
public final class StaticSite implements Surface {
    private final String root;
    private final String contentSecurityPolicy;
    private final StaticContent page;
    private final StaticAssets assets;

    private StaticSite(String root, String contentSecurityPolicy, StaticContent page, StaticAssets assets) {
        this.root = root;
        this.contentSecurityPolicy = contentSecurityPolicy;
        this.page = page;
        this.assets = assets;
    }

    /**
     * Reads the page and all that it names from the resources beside a class.
     *
     * @param root the path that it is reached at, as {@code /dashboard}
     * @throws NullPointerException naming a file that the page names and that is not there
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
