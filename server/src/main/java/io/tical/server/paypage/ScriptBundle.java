package io.tical.server.paypage;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Joins modules into one script, so that a page asks for one file. Each module becomes a function that runs after those that it imports
 * and returns what it exports. Modules import as a whole or by name, and export constants.
 */
final class ScriptBundle {
    private static final Pattern IMPORT =
            Pattern.compile("(?m)^import (?:(?:\\* as (\\w+)|(\\{[^}]+})) from )?\"\\./([\\w-]+)\\.js\";$");
    private static final Pattern EXPORT = Pattern.compile("(?m)^export const (\\w+)");
    private static final Pattern COMMENT = Pattern.compile("(?m)^\\s*(?://.*|/\\*\\*(?s:.*?)\\*/)$");

    private final UnaryOperator<String> sources;
    /** The modules so far, each after its imports. */
    private final Map<String, String> modules = new LinkedHashMap<>();

    private ScriptBundle(UnaryOperator<String> sources) {
        this.sources = sources;
    }

    /**
     * @param sources the source of the module with this name
     * @param first the module that imports all others
     */
    static String of(UnaryOperator<String> sources, String first) {
        var bundle = new ScriptBundle(sources);
        bundle.add(first);
        return String.join("\n", bundle.modules.values()) + "\n";
    }

    private void add(String name) {
        if (modules.containsKey(name)) {
            return;
        }
        var source = sources.apply(name);
        IMPORT.matcher(source).results().forEach(imported -> add(imported.group(3)));
        var exported =
                EXPORT.matcher(source).results().map(match -> match.group(1)).collect(Collectors.joining(", "));
        var body = IMPORT.matcher(COMMENT.matcher(source).replaceAll("")).replaceAll(ScriptBundle::assigned);
        var module = "const %s = (() => {\n%s\nreturn { %s };\n})();"
                .formatted(variable(name), EXPORT.matcher(body).replaceAll("const $1"), exported);
        modules.put(name, slim(module));
    }

    private static String assigned(MatchResult imported) {
        var module = variable(imported.group(3)).replace("$", "\\$");
        var all = imported.group(1);
        var named = imported.group(2);
        return all != null
                ? "const %s = %s;".formatted(all, module)
                : named != null ? "const %s = %s;".formatted(named, module) : "";
    }

    private static String variable(String module) {
        return "$" + module;
    }

    /** Without indentation and empty lines. */
    static String slim(String text) {
        return text.lines().map(String::strip).filter(line -> !line.isEmpty()).collect(Collectors.joining("\n"));
    }
}
