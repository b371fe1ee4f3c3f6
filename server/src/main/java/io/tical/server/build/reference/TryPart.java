package io.tical.server.build.reference;

import static io.tical.server.docs.OpenApi.text;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.server.docs.OpenApi;
import io.tical.server.docs.OpenApi.Operation;
import java.util.ArrayList;
import java.util.stream.Collectors;

/**
 * The form that sends an operation to this service with a test key. A script fills and sends it, so it is hidden until the
 * script runs. Operations that accept only live keys have none: nothing on this page handles a live key.
 */
record TryPart(OpenApi document) {
    String html(Operation operation) {
        if (Keys.of(document, operation) == Keys.LIVE) {
            return """
                    <section class="try"><h2>Try it</h2>
                    <p>Not offered: this operation accepts only live keys, and this page sends nothing with a live key.</p></section>
                    """;
        }
        return """
                <section class="try" id="try" hidden data-method="%s" data-path="%s" data-group="%s">
                <h2>Try it</h2>
                <p>Sends the request from this page to this service with your test key.</p>
                %s<form>
                <label for="try-key">Test key <span class="note">kept in this tab until you close it</span></label>
                <input id="try-key" name="key" type="password" autocomplete="off" spellcheck="false" placeholder="sk_test_…" required>
                %s%s%s<div class="send"><button type="submit"%s>Send</button>
                <p class="problem" role="alert"></p></div>
                </form>
                <div class="result" role="status"></div>
                </section>
                """.formatted(
                        operation.method(),
                        Html.escape(operation.path()),
                        Markdown.id(operation.tag()),
                        warning(operation),
                        parameters(operation),
                        body(operation),
                        idempotencyKey(operation),
                        destroys(operation) ? " class=\"danger\"" : "");
    }

    /** Whether an operation deletes or revokes something that cannot be restored. */
    static boolean destroys(Operation operation) {
        return operation.method().equals("DELETE") || operation.path().endsWith("/cancel");
    }

    private static String warning(Operation operation) {
        return destroys(operation)
                ? "<p class=\"warning\"><strong>This cannot be undone.</strong> It changes the object of your test"
                        + " environment that you name.</p>\n"
                : "";
    }

    private String parameters(Operation operation) {
        var inputs = new ArrayList<String>();
        for (var parameter : ExampleCall.parameters(document, operation)) {
            if (!text(parameter, "in").equals("header")) {
                inputs.add(input(parameter));
            }
        }
        return String.join("", inputs);
    }

    private String input(JsonNode parameter) {
        var name = text(parameter, "name");
        var required = parameter.path("required").asBoolean();
        var example = ExampleCall.example(document, parameter);
        var path = text(parameter, "in").equals("path");
        var label = "<label for=\"try-%1$s\"><code>%1$s</code> <span class=\"note\">%2$s</span></label>\n"
                .formatted(Html.escape(name), path ? "in the path" : required ? "in the query" : "optional");
        var attributes = "id=\"try-%1$s\" name=\"%1$s\" data-in=\"%2$s\"%3$s"
                .formatted(Html.escape(name), text(parameter, "in"), required ? " required" : "");
        var values = document.resolve(parameter.path("schema")).path("enum");
        if (!values.isEmpty()) {
            return label + "<select " + attributes + ">"
                    + (required ? "" : "<option value=\"\">any</option>")
                    + values.valueStream()
                            .map(value -> "<option>" + Html.escape(value.asText()) + "</option>")
                            .collect(Collectors.joining())
                    + "</select>\n";
        }
        // The ids in the document do not exist, so they are not filled in.
        var filled = required && !path ? " value=\"" + Html.escape(example) + "\"" : "";
        return label
                + "<input %s autocomplete=\"off\" spellcheck=\"false\" placeholder=\"%s\"%s>\n"
                        .formatted(attributes, Html.escape(example), filled);
    }

    private String body(Operation operation) {
        var calls = ExampleCall.of(document, operation);
        var files = calls.getFirst().files();
        if (!files.isEmpty()) {
            return files.keySet().stream().map(field -> """
                            <label for="try-file"><code>%1$s</code> <span class="note">PNG or JPEG</span></label>
                            <input id="try-file" name="%1$s" type="file" accept="image/png,image/jpeg" data-in="form" required>
                            """.formatted(field)).collect(Collectors.joining());
        }
        if (!calls.getFirst().hasBody()) {
            return "";
        }
        var out = new StringBuilder();
        if (calls.size() > 1) {
            out.append("<label for=\"try-example\">Example</label>\n<select id=\"try-example\" name=\"example\">");
            calls.forEach(call -> out.append("<option>" + Html.escape(call.title()) + "</option>"));
            out.append("</select>\n");
        }
        out.append(
                "<label for=\"try-body\">Body</label>\n<textarea id=\"try-body\" name=\"body\" rows=\"8\" spellcheck=\"false\">");
        out.append(Html.escape(JsonText.pretty(calls.getFirst().body()))).append("</textarea>\n");
        calls.forEach(call -> out.append("<template class=\"body\">")
                .append(Html.escape(JsonText.pretty(call.body())))
                .append("</template>\n"));
        return out.toString();
    }

    private static String idempotencyKey(Operation operation) {
        return operation.method().equals("GET") ? "" : """
                <label for="try-idempotency">Idempotency-Key <span class="note">a new one for each request</span></label>
                <input id="try-idempotency" name="idempotency" readonly>
                """;
    }
}
