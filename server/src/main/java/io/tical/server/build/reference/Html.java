package io.tical.server.build.reference;

import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Text as HTML. */
final class Html {
    private Html() {}

    /** Escapes a text for content and quoted attributes. */
    static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    /** The text escaped, with each match of a pattern replaced by markup. */
    static String replaced(String text, Pattern pattern, Function<MatchResult, String> markup) {
        var out = new StringBuilder();
        var match = pattern.matcher(text);
        var from = 0;
        while (match.find()) {
            out.append(escape(text.substring(from, match.start()))).append(markup.apply(match));
            from = match.end();
        }
        return out.append(escape(text.substring(from))).toString();
    }

    static String code(String text) {
        return "<code>" + escape(text) + "</code>";
    }

    /** A block of code that can be scrolled by keyboard. {@code inner} is markup. */
    static String block(String label, String inner) {
        return "<pre tabindex=\"0\" aria-label=\"" + escape(label) + "\"><code>" + inner + "</code></pre>\n";
    }

    /** A block of code below its title. */
    static String example(String title, String inner) {
        return "<h2>" + escape(title) + "</h2>\n" + block(title, inner);
    }
}
