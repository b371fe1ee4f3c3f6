package io.tical.server.build.reference;

import java.util.List;
import java.util.TreeSet;

/** A request with Go's standard library. */
final class GoExample {
    private GoExample() {}

    static String of(ExampleCall call) {
        var form = !call.files().isEmpty();
        var packages = new TreeSet<>(List.of("fmt", "io", "log", "net/http", "os"));
        var before = new StringBuilder();
        var body = "nil";
        if (call.hasBody()) {
            packages.add("strings");
            body = "body";
            // A raw string has no escapes, so a backquote ends it; the document's examples have none.
            before.append("\tbody := strings.NewReader(`")
                    .append(JsonText.pretty(call.body()))
                    .append("`)\n");
        }
        if (form) {
            packages.add("bytes");
            packages.add("mime/multipart");
            body = "&body";
            before.append("\tvar body bytes.Buffer\n\tform := multipart.NewWriter(&body)\n");
            call.files().forEach((field, file) -> before.append("""
                            \tfile, err := os.Open("%2$s")
                            \tif err != nil {
                            \t\tlog.Fatal(err)
                            \t}
                            \tpart, err := form.CreateFormFile("%1$s", "%2$s")
                            \tif err != nil {
                            \t\tlog.Fatal(err)
                            \t}
                            \tif _, err := io.Copy(part, file); err != nil {
                            \t\tlog.Fatal(err)
                            \t}
                            """.formatted(field, file)));
            before.append("\tform.Close()\n");
        }
        var out = new StringBuilder("package main\n\nimport (\n");
        packages.forEach(name -> out.append("\t\"").append(name).append("\"\n"));
        out.append(")\n\nfunc main() {\n").append(before);
        out.append(
                "\trequest, err := http.NewRequest(\"%s\", \"%s\", %s)\n".formatted(call.method(), call.url(), body));
        out.append("\tif err != nil {\n\t\tlog.Fatal(err)\n\t}\n");
        out.append("\trequest.Header.Set(\"Authorization\", \"Bearer \"+os.Getenv(\"TICAL_KEY\"))\n");
        call.ownHeaders()
                .forEach((name, value) -> out.append(
                        "\trequest.Header.Set(\"%s\", %s)\n".formatted(name, ExampleLanguage.quoted(value))));
        if (form) {
            out.append("\trequest.Header.Set(\"Content-Type\", form.FormDataContentType())\n");
        }
        return out.append("""
                        \tresponse, err := http.DefaultClient.Do(request)
                        \tif err != nil {
                        \t\tlog.Fatal(err)
                        \t}
                        \tdefer response.Body.Close()
                        \tanswer, err := io.ReadAll(response.Body)
                        \tif err != nil {
                        \t\tlog.Fatal(err)
                        \t}
                        \tif response.StatusCode >= 400 {
                        \t\tlog.Fatalf("%s", answer)
                        \t}
                        \tfmt.Printf("%s\\n", answer)
                        }
                        """).toString();
    }
}
