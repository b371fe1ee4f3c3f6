package io.tical.server.build.reference;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.server.build.reference.ExampleLanguage.Literals;
import java.util.ArrayList;

/** A request with {@code fetch}, as a module for Node.js. */
final class JavaScriptExample {
    private static final Literals LITERALS =
            new Literals("{", "}", ": ", name -> name, ExampleLanguage::quoted, JsonNode::toString);

    private JavaScriptExample() {}

    static String of(ExampleCall call) {
        var out = new StringBuilder();
        var options = new ArrayList<String>();
        if (!call.method().equals("GET")) {
            options.add("method: \"" + call.method() + "\"");
        }
        var headers = new StringBuilder("headers: {\n    \"Authorization\": `Bearer ${process.env.TICAL_KEY}`,");
        call.ownHeaders()
                .forEach((name, value) ->
                        headers.append("\n    \"%s\": %s,".formatted(name, ExampleLanguage.quoted(value))));
        options.add(headers.append("\n  }").toString());
        if (call.hasBody()) {
            options.add("body: JSON.stringify(" + ExampleLanguage.indented(LITERALS.of(call.body(), "  "), "  ") + ")");
        }
        if (!call.files().isEmpty()) {
            out.append("import { openAsBlob } from \"node:fs\";\n\nconst form = new FormData();\n");
            call.files()
                    .forEach((field, file) -> out.append(
                            "form.append(\"%s\", await openAsBlob(\"%s\"), \"%s\");\n".formatted(field, file, file)));
            out.append('\n');
            options.add("body: form");
        }
        return out.append("const response = await fetch(\"" + call.url() + "\", {\n  ")
                .append(String.join(",\n  ", options))
                .append("""
                        ,
                        });
                        const answer = await response.json();
                        if (!answer.success) {
                          throw new Error(`${answer.code}: ${answer.error}`);
                        }
                        console.log(answer.data);
                        """)
                .toString();
    }
}
