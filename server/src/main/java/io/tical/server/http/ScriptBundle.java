package io.tical.server.http;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Joins modules into one script, so that a page asks for one file. Each module becomes a block that runs after those that it imports,
 * as a function that returns what the module exports, if it exports anything. Modules import as a whole or by name, also under another name, each on one line,
 * not in circles; they export constants and classes.
 */
final class ScriptBundle {
    private static final Pattern IMPORT =
            Pattern.compile("(?m)^import (?:(?:\\* as (\\w+)|(\\{[^}]+})) from )?\"(\\.{1,2}/[\\w./-]+\\.js)\";$");
    private static final Pattern EXPORT = Pattern.compile("(?m)^export (const|class) (\\w+)");
    private static final Pattern COMMENT = Pattern.compile("(?m)^\\s*(?://.*|/\\*\\*(?s:(?!\\*/).)*+\\*/)$");

    private final UnaryOperator<String> sources;
    /** The modules so far, each after its imports. */
    private final Map<String, String> modules = new LinkedHashMap<>();

    private ScriptBundle(UnaryOperator<String> sources) {
        this.sources = sources;
    }

    /**
     * @param sources the source of the module at this path, such as {@code parts/copy.js}
     * @param first the path of the module that imports all others
     */
    static String of(UnaryOperator<String> sources, String first) {
        var bundle = new ScriptBundle(sources);
        bundle.add(first);
        return String.join("\n", bundle.modules.values()) + "\n";
    }

    private void add(String path) {
        if (modules.containsKey(path)) {
            return;
        }
        var source = sources.apply(path);
        IMPORT.matcher(source).results().forEach(imported -> add(imported(path, imported)));
        var exported =
                EXPORT.matcher(source).results().map(match -> match.group(2)).collect(Collectors.joining(", "));
        var body = EXPORT.matcher(IMPORT.matcher(COMMENT.matcher(source).replaceAll(""))
                        .replaceAll(match -> assigned(path, match)))
                .replaceAll("$1 $2");
        var module = exported.isEmpty()
                ? "{\n%s\n}".formatted(body)
                : "const %s = (() => {\n%s\nreturn { %s };\n})();".formatted(variable(path), body, exported);
        modules.put(path, slim(module));
    }

    private static String imported(String from, MatchResult match) {
        return URI.create(from).resolve(match.group(3)).getPath();
    }

    private static String assigned(String from, MatchResult match) {
        var module = variable(imported(from, match)).replace("$", "\\$");
        var all = match.group(1);
        var named = match.group(2);
        return all != null
                ? "const %s = %s;".formatted(all, module)
                : named != null ? "const %s = %s;".formatted(named.replace(" as ", ": "), module) : "";
    }

    private static String variable(String path) {
        return "$" + path.substring(0, path.length() - ".js".length()).replaceAll("\\W", "_");
    }

    /** Without indentation and empty lines. */
    static String slim(String text) {
        return text.lines().map(String::strip).filter(line -> !line.isEmpty()).collect(Collectors.joining("\n"));
    }
}
