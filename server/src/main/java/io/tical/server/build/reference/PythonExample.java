package io.tical.server.build.reference;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.server.build.reference.ExampleLanguage.Literals;

/** A request with Python's standard library. */
final class PythonExample {
    private static final Literals LITERALS =
            new Literals("{", "}", ": ", ExampleLanguage::quoted, ExampleLanguage::quoted, PythonExample::word);

    private PythonExample() {}

    private static String word(JsonNode value) {
        return switch (value.toString()) {
            case "true" -> "True";
            case "false" -> "False";
            case "null" -> "None";
            default -> value.toString();
        };
    }

    static String of(ExampleCall call) {
        var form = !call.files().isEmpty();
        var out = new StringBuilder("import json\nimport os\nimport urllib.error\nimport urllib.request\n");
        if (form) {
            out.append("import uuid\n\nboundary = uuid.uuid4().hex\n");
            call.files().forEach((field, file) -> out.append("""
                            with open("%2$s", "rb") as file:
                                body = (
                                    f'--{boundary}\\r\\nContent-Disposition: form-data; name="%1$s"; filename="%2$s"\\r\\n\\r\\n'.encode()
                                    + file.read()
                                    + f"\\r\\n--{boundary}--\\r\\n".encode()
                                )
                            """.formatted(field, file)));
        }
        out.append("\nrequest = urllib.request.Request(\n    \"")
                .append(call.url())
                .append("\",\n");
        if (!call.method().equals("GET")) {
            out.append("    method=\"").append(call.method()).append("\",\n");
        }
        out.append("    headers={\n        \"Authorization\": \"Bearer \" + os.environ[\"TICAL_KEY\"],\n");
        call.ownHeaders()
                .forEach((name, value) ->
                        out.append("        \"%s\": %s,\n".formatted(name, ExampleLanguage.quoted(value))));
        if (form) {
            out.append("        \"Content-Type\": f\"multipart/form-data; boundary={boundary}\",\n");
        }
        out.append("    },\n");
        if (call.hasBody()) {
            out.append("    data=json.dumps(")
                    .append(ExampleLanguage.indented(LITERALS.of(call.body(), "    "), "    "))
                    .append(").encode(),\n");
        }
        if (form) {
            out.append("    data=body,\n");
        }
        return out.append("""
                        )
                        try:
                            with urllib.request.urlopen(request) as response:
                                answer = json.load(response)
                        except urllib.error.HTTPError as refusal:
                            answer = json.load(refusal)
                        if not answer["success"]:
                            raise SystemExit(f"{answer['code']}: {answer['error']}")
                        print(answer["data"])
                        """).toString();
    }
}
