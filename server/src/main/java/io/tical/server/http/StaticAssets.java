package io.tical.server.http;

import io.tical.server.problem.Problem;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

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
