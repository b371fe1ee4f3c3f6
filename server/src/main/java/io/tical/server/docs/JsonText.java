package io.tical.server.docs;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Json;
import java.util.regex.Pattern;

/** Formats JSON. */
final class JsonText {
    private static final Pattern TOKEN =
            Pattern.compile("(?<name>\"(?:[^\"\\\\]|\\\\.)*\")(?=\\s*:)|(?<text>\"(?:[^\"\\\\]|\\\\.)*\")"
                    + "|(?<word>-?\\b[0-9][0-9.eE+-]*\\b|\\btrue\\b|\\bfalse\\b|\\bnull\\b)");

    private JsonText() {}

    /** Indents by two spaces. */
    static String pretty(JsonNode node) {
        var indent = new DefaultIndenter("  ", "\n");
        var printer = new DefaultPrettyPrinter(Separators.createDefaultInstance()
                        .withObjectFieldValueSpacing(Separators.Spacing.AFTER)
                        .withObjectEmptySeparator("")
                        .withArrayEmptySeparator(""))
                .withObjectIndenter(indent)
                .withArrayIndenter(indent);
        try {
            return Json.mapper().writer(printer).writeValueAsString(node);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree is always writable", e);
        }
    }

    /** The text with its names, strings and other values marked for the style sheet. */
    static String coloured(String json) {
        var out = new StringBuilder();
        var token = TOKEN.matcher(json);
        var from = 0;
        while (token.find()) {
            var kind = token.group("name") != null ? "name" : token.group("text") != null ? "text" : "word";
            out.append(Html.escape(json.substring(from, token.start())))
                    .append("<span class=\"%s\">%s</span>".formatted(kind, Html.escape(token.group())));
            from = token.end();
        }
        return out.append(Html.escape(json.substring(from))).toString();
    }
}
