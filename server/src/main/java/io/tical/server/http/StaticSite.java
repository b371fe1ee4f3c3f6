package io.tical.server.http;

import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * An application in the browser: one page that answers every path under its root, and the files that the page names under
 * {@code <root>/assets/}. A file that the page does not name is not served.
 */
public final class StaticSite {
    private final String root;
    private final String contentSecurityPolicy;
    private final StaticContent page;
    private final Map<String, StaticContent> assets;

    private StaticSite(
            String root, String contentSecurityPolicy, StaticContent page, Map<String, StaticContent> assets) {
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
        var assets = new TreeMap<String, StaticContent>();
        Pattern.compile(Pattern.quote(root + "/assets/") + "([a-z0-9/.-]+)")
                .matcher(new String(shell.bytes(), StandardCharsets.UTF_8))
                .results()
                .forEach(named -> assets.put(named.group(), StaticContent.resource(beside, named.group(1))));
        return new StaticSite(root, contentSecurityPolicy, shell, assets);
    }

    /** Mounts the page and its files. */
    public void mount(HttpRouting.Builder routes) {
        routes.any(root, this::answer).any(root + "/*", this::answer);
    }

    private void answer(ServerRequest request, ServerResponse response) {
        var path = request.path().path();
        var asset = assets.get(path);
        if (asset != null) {
            asset.answer(request, response, contentSecurityPolicy);
        } else if (path.startsWith(root + "/assets/")) {
            throw Problem.NotFound.route();
        } else {
            page.answer(request, response, contentSecurityPolicy);
        }
    }
}
