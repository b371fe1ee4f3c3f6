package io.tical.server.build.reference;

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

    /** A string in JSON. */
    static String quoted(String text) {
        try {
            return Json.mapper().writeValueAsString(text);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a string is always writable", e);
        }
    }

    /** The text with its names, strings and other values marked for the style sheet. */
    static String coloured(String json) {
        return Html.replaced(json, TOKEN, token -> {
            var kind = token.group("name") != null ? "name" : token.group("text") != null ? "text" : "word";
            return "<span class=\"%s\">%s</span>".formatted(kind, Html.escape(token.group()));
        });
    }
}
