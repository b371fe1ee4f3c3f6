package io.tical.server.build.reference;

import java.util.Locale;

/** A request with Java's {@code HttpClient}, as a class that the Java launcher runs from its source. */
final class JavaExample {
    private JavaExample() {}

    /** The name of the class, which is that of the operation. */
    static String className(ExampleCall call) {
        return call.id().substring(0, 1).toUpperCase(Locale.ROOT) + call.id().substring(1);
    }

    static String of(ExampleCall call) {
        var form = !call.files().isEmpty();
        var out = new StringBuilder("import java.net.URI;\nimport java.net.http.HttpClient;\n")
                .append("import java.net.http.HttpRequest;\nimport java.net.http.HttpResponse;\n");
        if (form) {
            out.append("import java.nio.file.Path;\nimport java.util.UUID;\n");
        }
        out.append("\nclass %s {\n    public static void main(String[] args) throws Exception {\n"
                .formatted(className(call)));
        if (form) {
            call.files().forEach((field, file) -> out.append("""
                                    var boundary = UUID.randomUUID().toString();
                                    var head = "--" + boundary + "\\r\\nContent-Disposition: form-data; "
                                            + "name=\\"%1$s\\"; filename=\\"%2$s\\"\\r\\n\\r\\n";
                                    var body = HttpRequest.BodyPublishers.concat(
                                            HttpRequest.BodyPublishers.ofString(head),
                                            HttpRequest.BodyPublishers.ofFile(Path.of("%2$s")),
                                            HttpRequest.BodyPublishers.ofString("\\r\\n--" + boundary + "--\\r\\n"));
                            """.formatted(field, file)));
        }
        out.append("        var request = HttpRequest.newBuilder(URI.create(\"" + call.url() + "\"))\n");
        out.append("                .header(\"Authorization\", \"Bearer \" + System.getenv(\"TICAL_KEY\"))\n");
        call.ownHeaders()
                .forEach((name, value) -> out.append(
                        "                .header(\"%s\", %s)\n".formatted(name, ExampleLanguage.quoted(value))));
        if (form) {
            out.append("                .header(\"Content-Type\", \"multipart/form-data; boundary=\" + boundary)\n");
        }
        if (!call.method().equals("GET")) {
            out.append("                .method(\"%s\", %s)\n".formatted(call.method(), body(call, form)));
        }
        return out.append("""
                                        .build();
                                var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
                                if (response.statusCode() >= 400) {
                                    throw new IllegalStateException(response.body());
                                }
                                System.out.println(response.body());
                            }
                        }
                        """).toString();
    }

    private static String body(ExampleCall call, boolean form) {
        if (!call.hasBody()) {
            return form ? "body" : "HttpRequest.BodyPublishers.noBody()";
        }
        var indent = " ".repeat(24);
        var json = JsonText.pretty(call.body()).replace("\\", "\\\\");
        return "HttpRequest.BodyPublishers.ofString(\"\"\"\n" + indent + ExampleLanguage.indented(json, indent)
                + "\"\"\")";
    }
}
