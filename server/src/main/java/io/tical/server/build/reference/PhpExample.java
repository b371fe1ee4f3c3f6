package io.tical.server.build.reference;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.server.build.reference.ExampleLanguage.Literals;

/** A request with PHP's curl extension. */
final class PhpExample {
    private static final Literals LITERALS =
            new Literals("[", "]", " => ", PhpExample::quoted, PhpExample::quoted, JsonNode::toString);

    private PhpExample() {}

    /** A string in double quotes, in which a dollar sign begins a variable. */
    private static String quoted(String text) {
        return ExampleLanguage.quoted(text).replace("$", "\\$");
    }

    static String of(ExampleCall call) {
        var out = new StringBuilder("<?php\n$request = curl_init(\"" + call.url() + "\");\n");
        out.append("curl_setopt_array($request, [\n");
        if (!call.method().equals("GET")) {
            out.append("    CURLOPT_CUSTOMREQUEST => \"").append(call.method()).append("\",\n");
        }
        out.append("    CURLOPT_RETURNTRANSFER => true,\n    CURLOPT_HTTPHEADER => [\n")
                .append("        \"Authorization: Bearer \" . getenv(\"TICAL_KEY\"),\n");
        call.ownHeaders().forEach((name, value) -> out.append("        %s,\n".formatted(quoted(name + ": " + value))));
        out.append("    ],\n");
        if (call.hasBody()) {
            out.append("    CURLOPT_POSTFIELDS => json_encode(")
                    .append(ExampleLanguage.indented(LITERALS.of(call.body(), "    "), "    "))
                    .append("),\n");
        }
        if (!call.files().isEmpty()) {
            out.append("    CURLOPT_POSTFIELDS => [\n");
            call.files()
                    .forEach((field, file) ->
                            out.append("        \"%s\" => new CURLFile(\"%s\"),\n".formatted(field, file)));
            out.append("    ],\n");
        }
        return out.append("""
                        ]);
                        $answer = json_decode(curl_exec($request), true);
                        if (!$answer["success"]) {
                            throw new RuntimeException("{$answer["code"]}: {$answer["error"]}");
                        }
                        print_r($answer["data"]);
                        """).toString();
    }
}
