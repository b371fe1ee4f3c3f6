package io.tical.server.http;

import io.tical.server.problem.Problem;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The files that a page names under {@code <root>/assets/}; no other is served. */
public final class StaticAssets {
    private final String prefix;
    private final Map<String, StaticContent> files;

    private StaticAssets(String prefix, Map<String, StaticContent> files) {
        this.prefix = prefix;
        this.files = files;
    }

    /**
     * Reads all that a page names from the resources beside a class.
     *
     * @param root the path that the page is reached at, as {@code /dashboard}
     * @throws NullPointerException naming a file that the page names and that is not there
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
     * The file at this path; empty when the path is not one of a file.
     *
     * @throws Problem.NotFound when it is, and there is none
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
