package io.tical.server.build.reference;

import static io.tical.server.docs.OpenApi.text;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.server.docs.OpenApi;
import io.tical.server.docs.OpenApi.Operation;
import io.tical.server.docs.ReferencePages;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One request as an example in every {@link ExampleLanguage}, made of the examples in the document.
 *
 * @param id the operation's, which names the class of an example in Java
 * @param title what distinguishes it from the operation's other examples; empty if there are none
 * @param path with its parameters and those of the query that are required, percent-encoded
 * @param headers that are required, without {@code Authorization} and {@code Content-Type}
 * @param body the JSON; missing if there is none
 * @param files the paths of the files of a form by their fields
 */
record ExampleCall(
        String id,
        String title,
        String method,
        String path,
        Map<String, String> headers,
        JsonNode body,
        Map<String, String> files) {
    /** The placeholder for the address in examples. */
    static final String ORIGIN = ReferencePages.ORIGIN;

    private static final String KEY = "Idempotency-Key";
    private static final Pattern CAPITAL = Pattern.compile("[A-Z]");

    /** The examples of an operation: one for each body, at least one. */
    static List<ExampleCall> of(OpenApi document, Operation operation) {
        return of(document, operation, UnaryOperator.identity());
    }

    /** The examples of an operation with other values of parameters and headers, which the function derives from the example of each. */
    static List<ExampleCall> of(OpenApi document, Operation operation, UnaryOperator<String> values) {
        var path = operation.path();
        var query = new ArrayList<String>();
        var headers = new LinkedHashMap<String, String>();
        for (var parameter : parameters(document, operation)) {
            var name = text(parameter, "name");
            var value = values.apply(example(document, parameter));
            if (text(parameter, "in").equals("path")) {
                path = path.replace("{" + name + "}", encoded(value));
            } else if (parameter.path("required").asBoolean()) {
                if (text(parameter, "in").equals("query")) {
                    query.add(name + "=" + encoded(value));
                } else {
                    headers.put(name, value);
                }
            }
        }
        var target = query.isEmpty() ? path : path + "?" + String.join("&", query);
        var files = new LinkedHashMap<String, String>();
        operation
                .node()
                .at(OperationPart.FORM + "/example")
                .properties()
                .forEach(file ->
                        files.put(file.getKey(), file.getValue().asText().substring(1)));
        var calls = new ArrayList<ExampleCall>();
        for (var body : bodies(operation).toList()) {
            calls.add(new ExampleCall(
                    operation.id(),
                    body.title(),
                    operation.method(),
                    target,
                    withOwnKey(headers, operation.id(), calls.size() + 1),
                    body.json(),
                    files));
        }
        return List.copyOf(calls);
    }

    /** Each example has another key: whoever sends one after another would get a refusal with the same. */
    private static Map<String, String> withOwnKey(Map<String, String> headers, String id, int number) {
        var own = new LinkedHashMap<>(headers);
        own.computeIfPresent(
                KEY, (name, example) -> CAPITAL.matcher(id).replaceAll("-$0").toLowerCase(Locale.ROOT) + "-" + number);
        return own;
    }

    private record Body(String title, JsonNode json) {}

    private static Stream<Body> bodies(Operation operation) {
        var content = operation.node().at(OperationPart.JSON);
        return content.has("examples")
                ? content.get("examples")
                        .valueStream()
                        .map(example -> new Body(text(example, "summary"), example.path("value")))
                : Stream.of(new Body("", content.path("example")));
    }

    /** The parameters of the path and of the operation itself. */
    static List<JsonNode> parameters(OpenApi document, Operation operation) {
        var ofPath = document.parameters(operation.shared()).stream()
                .filter(parameter -> text(parameter, "in").equals("path"));
        return Stream.concat(ofPath, document.parameters(operation.node()).stream())
                .toList();
    }

    /** The example of a parameter: its own, the first of several, or its default value; empty if there is none. */
    static String example(OpenApi document, JsonNode parameter) {
        var several = parameter.path("examples");
        var schema = document.resolve(parameter.path("schema"));
        return several.isEmpty()
                ? parameter.path("example").asText(text(schema, "default"))
                : several.elements().next().path("value").asText();
    }

    private static String encoded(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
    }

    boolean hasBody() {
        return !body.isMissingNode();
    }

    String url() {
        return ORIGIN + path;
    }

    /** All headers but {@code Authorization}. The HTTP client of each language sets the {@code Content-Type} of a form. */
    Map<String, String> ownHeaders() {
        var all = new LinkedHashMap<>(headers);
        if (hasBody()) {
            all.put("Content-Type", "application/json");
        }
        return all;
    }
}
