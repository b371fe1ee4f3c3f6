package io.tical.server.build.reference;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The languages of the examples. Each example is a whole program that needs nothing but the language. */
enum ExampleLanguage {
    CURL("curl"),
    JAVASCRIPT("JavaScript"),
    PYTHON("Python"),
    PHP("PHP"),
    GO("Go"),
    JAVA("Java");

    /** String literals. The quotes of a text block do not begin one. */
    private static final Pattern STRING = Pattern.compile("\"\"\"|(?<text>\"(?:[^\"\\\\\n]|\\\\.)*\")");

    private final String title;

    ExampleLanguage(String title) {
        this.title = title;
    }

    /** The display name. */
    String title() {
        return title;
    }

    /** The name in addresses, attributes and browser storage. */
    String word() {
        return Markdown.id(title);
    }

    String code(ExampleCall call) {
        return switch (this) {
            case CURL -> CurlExample.of(call);
            case JAVASCRIPT -> JavaScriptExample.of(call);
            case PYTHON -> PythonExample.of(call);
            case PHP -> PhpExample.of(call);
            case GO -> GoExample.of(call);
            case JAVA -> JavaExample.of(call);
        };
    }

    /** The program as markup, with its strings marked for the style sheet. */
    static String coloured(String code) {
        return Html.replaced(
                code,
                STRING,
                token -> token.group("text") == null
                        ? Html.escape(token.group())
                        : "<span class=\"text\">" + Html.escape(token.group()) + "</span>");
    }

    /** A string in double quotes, of a language that escapes as JSON does. */
    static String quoted(String text) {
        return JsonText.quoted(text);
    }

    /** Each line but the first behind {@code indent}. */
    static String indented(String text, String indent) {
        return text.replace("\n", "\n" + indent);
    }

    /** How a language writes values: the brackets of objects, and the words that differ from JSON's. */
    record Literals(
            String open,
            String close,
            String arrow,
            Function<String, String> names,
            Function<String, String> texts,
            Function<JsonNode, String> words) {
        /** A value whose lines are indented by {@code step}, as a literal. */
        String of(JsonNode value, String step) {
            if (value.isObject()) {
                return value.isEmpty()
                        ? open + close
                        : value.propertyStream()
                                .map(field -> names.apply(field.getKey()) + arrow + of(field.getValue(), step))
                                .map(line -> "\n" + step + indented(line, step) + ",")
                                .collect(Collectors.joining("", open, "\n" + close));
            }
            if (value.isArray()) {
                return value.isEmpty()
                        ? "[]"
                        : value.valueStream()
                                .map(item -> "\n" + step + indented(of(item, step), step) + ",")
                                .collect(Collectors.joining("", "[", "\n]"));
            }
            return value.isTextual() ? texts.apply(value.textValue()) : words.apply(value);
        }
    }
}
