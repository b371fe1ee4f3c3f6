package io.tical.server.paypage;

import io.tical.server.http.StaticContent;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * HTML with placeholders in double braces: <code>{{name}}</code> is a text, escaped; <code>{{&amp;name}}</code> is markup of ours;
 * <code>{{in pay checking}}</code> in a tag names the screens that show an element; <code>{{when flag}}</code> hides one unless
 * the flag is set, and <code>{{set flag}}</code> writes whether it is set.
 */
record Template(TextWithPlaceholders content, List<Part> parts) {
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{([^{}]+)}}");

    /** What a placeholder shows on a page. */
    @FunctionalInterface
    interface Part {
        void write(StringBuilder html, UnaryOperator<String> text, Predicate<String> flag, String screen);
    }

    private static final Pattern INCLUDED = Pattern.compile("\\{\\{include ([a-z]+)}}\n");

    /** The page of this resource. */
    static Template of(String page) {
        return new Template(source(page));
    }

    /** The text of a page with the parts that it includes: <code>{{include name}}</code> on a line of its own. */
    static String source(String page) {
        var text = new String(StaticContent.resource(Template.class, page).bytes(), StandardCharsets.UTF_8);
        return INCLUDED.matcher(text)
                .replaceAll(included -> Matcher.quoteReplacement(source(included.group(1) + ".html")));
    }

    Template(String html) {
        var content = TextWithPlaceholders.of(PLACEHOLDER, html);
        this(content, content.names().stream().map(Template::part).toList());
    }

    private static Part part(String placeholder) {
        var name = placeholder.substring(placeholder.startsWith("&") ? 1 : placeholder.indexOf(' ') + 1);
        if (placeholder.startsWith("&")) {
            return (html, text, flag, screen) -> html.append(text.apply(name));
        }
        if (placeholder.startsWith("in ")) {
            var screens = List.of(name.split(" "));
            return (html, text, flag, screen) ->
                    html.append("data-in=\"").append(name).append(screens.contains(screen) ? "\"" : "\" hidden");
        }
        if (placeholder.startsWith("set ")) {
            return (html, text, flag, screen) -> html.append(flag.test(name) ? "data-" + name : "");
        }
        return placeholder.startsWith("when ")
                ? (html, text, flag, screen) -> html.append(flag.test(name) ? "" : "hidden")
                : (html, text, flag, screen) -> escape(text.apply(placeholder), html);
    }

    /**
     * The page.
     *
     * @param text the text of a name
     * @param flag whether a flag is set
     * @param screen the screen that is shown
     */
    String render(UnaryOperator<String> text, Predicate<String> flag, String screen) {
        return content.filled((html, number) -> parts.get(number).write(html, text, flag, screen));
    }

    /** A text, escaped for content and quoted attributes. */
    static String escaped(String text) {
        var html = new StringBuilder();
        escape(text, html);
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
