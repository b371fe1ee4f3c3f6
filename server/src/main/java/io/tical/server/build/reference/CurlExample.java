package io.tical.server.build.reference;

import java.util.Map;

/** A request with curl, in a shell. */
final class CurlExample {
    private CurlExample() {}

    static String of(ExampleCall call) {
        var out = new StringBuilder("curl -s ");
        var sent = call.hasBody() || !call.files().isEmpty();
        var implied = call.method().equals(sent ? "POST" : "GET");
        if (!implied) {
            out.append("-X ").append(call.method()).append(' ');
        }
        out.append('"').append(call.url()).append("\" \\\n  -H \"Authorization: Bearer $TICAL_KEY\"");
        for (var header : call.ownHeaders().entrySet()) {
            out.append(" \\\n  -H \"%s: %s\"".formatted(header.getKey(), header.getValue()));
        }
        for (Map.Entry<String, String> file : call.files().entrySet()) {
            out.append(" \\\n  -F \"%s=@%s\"".formatted(file.getKey(), file.getValue()));
        }
        // A quote within the quotes of a shell ends them, is escaped, and begins them again.
        if (call.hasBody()) {
            var body = JsonText.pretty(call.body()).replace("'", "'\\''");
            out.append(" \\\n  -d '")
                    .append(ExampleLanguage.indented(body, "  "))
                    .append('\'');
        }
        return out.toString();
    }
}
