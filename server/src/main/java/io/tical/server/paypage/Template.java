package io.tical.server.paypage;

import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * HTML with places in double braces: <code>{{name}}</code> is a text, escaped; <code>{{&amp;name}}</code> is markup of ours;
 * <code>{{in pay checking}}</code> in a tag names the screens that show an element; <code>{{when flag}}</code> hides one unless
 * the flag is set, and <code>{{set flag}}</code> writes whether it is set.
 */
record Template(Places places) {
    private static final Pattern PLACE = Pattern.compile("\\{\\{([^{}]+)}}");

    Template(String html) {
        this(Places.of(PLACE, html));
    }

    /**
     * The page.
     *
     * @param text the text of a name
     * @param flag whether a flag is set
     * @param screen the screen that is shown
     */
    String render(UnaryOperator<String> text, Predicate<String> flag, String screen) {
        return places.filled((place, html) -> {
            if (place.startsWith("&")) {
                html.append(text.apply(place.substring(1)));
            } else if (place.startsWith("in ")) {
                var shown = (place + " ").contains(" " + screen + " ");
                html.append("data-in=\"").append(place, 3, place.length()).append(shown ? "\"" : "\" hidden");
            } else if (place.startsWith("set ")) {
                html.append(flag.test(place.substring(4)) ? "data-" + place.substring(4) : "");
            } else if (place.startsWith("when ")) {
                html.append(flag.test(place.substring(5)) ? "" : "hidden");
            } else {
                escape(text.apply(place), html);
            }
        });
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
