package io.tical.server;

import java.util.List;
import java.util.regex.Pattern;

/** Finds lengths in style sheets that do not follow the text size that people set in their browser. */
public final class Pixels {
    private static final Pattern DECLARATION = Pattern.compile("([a-z-]+): ([^;{}]+)");
    private static final Pattern PIXELS = Pattern.compile("[0-9.]+px");

    /** Lines around things; whoever needs larger text does not need thicker ones. */
    private static final Pattern LINE =
            Pattern.compile("border(-(top|right|bottom|left))?(-width)?|outline(-offset)?|text-decoration-thickness");

    private Pixels() {}

    /** The declarations and queries of a style sheet that contain pixels, without lines and hairlines. */
    public static List<String> in(String css) {
        var rules = DECLARATION
                .matcher(css)
                .replaceAll(match -> LINE.matcher(match.group(1)).matches()
                        ? ""
                        : match.group().replaceAll("(?<![0-9.])1px", "").replace("$", "\\$"));
        return PIXELS.matcher(rules)
                .results()
                .map(match -> rules.substring(
                        rules.lastIndexOf('\n', match.start()) + 1, Math.min(rules.length(), match.end() + 20)))
                .toList();
    }
}
