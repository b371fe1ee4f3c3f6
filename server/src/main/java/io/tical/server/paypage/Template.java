package io.tical.server.paypage;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * HTML with places in double braces: <code>{{name}}</code> is a text, escaped; <code>{{&amp;name}}</code> is markup of ours;
 * <code>{{in pay checking}}</code> in a tag names the screens that show an element; <code>{{when flag}}</code> hides one unless
 * the flag is set, and <code>{{set flag}}</code> writes whether it is set.
 */
final class Template {
    private static final Pattern PLACE = Pattern.compile("\\{\\{([^{}]+)}}");

    private final List<Part> parts;

    private sealed interface Part {}

    private record Literal(String html) implements Part {}

    private record Text(String name) implements Part {}

    private record Markup(String name) implements Part {}

    private record In(List<String> screens) implements Part {}

    private record When(String flag) implements Part {}

    private record Flag(String name) implements Part {}

    private Template(List<Part> parts) {
        this.parts = parts;
    }

    static Template of(String html) {
        var parts = new ArrayList<Part>();
        var matcher = PLACE.matcher(html);
        var at = 0;
        while (matcher.find()) {
            parts.add(new Literal(html.substring(at, matcher.start())));
            parts.add(part(matcher.group(1)));
            at = matcher.end();
        }
        parts.add(new Literal(html.substring(at)));
        return new Template(List.copyOf(parts));
    }

    private static Part part(String place) {
        if (place.startsWith("&")) {
            return new Markup(place.substring(1));
        }
        if (place.startsWith("in ")) {
            return new In(Arrays.asList(place.substring(3).split(" ")));
        }
        if (place.startsWith("set ")) {
            return new Flag(place.substring(4));
        }
        return place.startsWith("when ") ? new When(place.substring(5)) : new Text(place);
    }

    /**
     * The page.
     *
     * @param text the text of a name
     * @param flag whether a flag is set
     * @param screen the screen that is shown
     */
    String render(Function<String, String> text, Predicate<String> flag, String screen) {
        var html = new StringBuilder(24_000);
        for (var part : parts) {
            switch (part) {
                case Literal literal -> html.append(literal.html());
                case Text place -> escape(text.apply(place.name()), html);
                case Markup markup -> html.append(text.apply(markup.name()));
                case In in -> {
                    html.append("data-in=\"")
                            .append(String.join(" ", in.screens()))
                            .append('"');
                    html.append(in.screens().contains(screen) ? "" : " hidden");
                }
                case Flag set -> html.append(flag.test(set.name()) ? "data-" + set.name() : "");
                case When when -> html.append(flag.test(when.flag()) ? "" : "hidden");
            }
        }
        return html.toString();
    }

    /** Escapes a text for content and quoted attributes. */
    private static void escape(String text, StringBuilder html) {
        for (int i = 0; i < text.length(); i++) {
            var c = text.charAt(i);
            switch (c) {
                case '&' -> html.append("&amp;");
                case '<' -> html.append("&lt;");
                case '>' -> html.append("&gt;");
                case '"' -> html.append("&quot;");
                case '\'' -> html.append("&#39;");
                default -> html.append(c);
            }
        }
    }
}
