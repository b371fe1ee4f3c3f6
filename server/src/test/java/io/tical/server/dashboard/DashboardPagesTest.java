package io.tical.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.BrotliFiles;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The dashboard's files as they are served. */
class DashboardPagesTest {
    private static final Pattern ASSET = Pattern.compile("\"(/dashboard/assets/[^\"]+)\"");

    private static RecordedApi service;
    private static HttpClient client;

    @BeforeAll
    static void start() {
        service = new RecordedApi();
        client = HttpClient.newHttpClient();
    }

    @AfterAll
    static void stop() {
        client.close();
        service.close();
    }

    private static HttpResponse<String> send(String method, String path, String... headers)
            throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(service.url(path))).method(method, BodyPublishers.noBody());
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }

    private static String header(HttpResponse<?> response, String name) {
        return response.headers().firstValue(name).orElse("");
    }

    private static Set<String> assets() throws IOException, InterruptedException {
        return ASSET.matcher(send("GET", "/dashboard").body())
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/dashboard",
                "/dashboard/",
                "/dashboard/sign-in",
                "/dashboard/test/payouts?status=failed",
                "/dashboard/live/payouts/019aa3c4-1020-7c21-9f3e-5b1d2a7e3f20",
                "/dashboard/anything/at/all"
            })
    void everyAddressOfTheApplicationAnswersItsOnePage(String path) throws Exception {
        var page = send("GET", path);
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(header(page, "Content-Type")).isEqualTo("text/html; charset=utf-8");
        assertThat(page.body()).contains("<title>Tical dashboard</title>");
    }

    @Test
    void thePageMayLoadAndAskNobodyElseAndRunsNothingInline() throws Exception {
        var page = send("GET", "/dashboard");
        assertThat(header(page, "Content-Security-Policy"))
                .isEqualTo(
                        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
                                + " form-action 'self'; base-uri 'none'; frame-ancestors 'none'");
        assertThat(header(page, "X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(header(page, "X-Frame-Options")).isEqualTo("DENY");
        assertThat(header(page, "Referrer-Policy")).isEqualTo("no-referrer");
        assertThat(header(page, "X-Request-Id")).isNotBlank();
        assertThat(page.body()).doesNotContain("<style", " style=", "javascript:", "http:", "https:");
        assertThat(page.body())
                .doesNotContainPattern("<script(?! (type=\"module\" )?src=\")")
                .doesNotContainPattern(" on[a-z]+=");
    }

    @Test
    void whatThePageNamesIsServedAndNothingElse() throws Exception {
        for (var asset : assets()) {
            var file = send("GET", asset);
            assertThat(file.statusCode()).as(asset).isEqualTo(200);
            assertThat(header(file, "X-Content-Type-Options")).isEqualTo("nosniff");
            assertThat(header(file, "Content-Type"))
                    .isEqualTo(
                            switch (asset.substring(asset.lastIndexOf('.'))) {
                                case ".js" -> "text/javascript; charset=utf-8";
                                case ".css" -> "text/css; charset=utf-8";
                                default -> "image/svg+xml";
                            });
        }
        for (var other : new String[] {"", "js/app.js", "DashboardModule.class", "../dashboard.html", "%2e%2e/x"}) {
            assertThat(send("GET", "/dashboard/assets/" + other).body())
                    .as(other)
                    .doesNotContain("import ", "CAFEBABE");
        }
        assertThat(send("GET", "/dashboard/assets/js/nothing.js").statusCode()).isEqualTo(404);
    }

    @Test
    void thePageAsksForFourFiles() throws Exception {
        assertThat(assets().stream().map(asset -> asset.substring(asset.lastIndexOf('/') + 1)))
                .containsExactlyInAnyOrder("dashboard.css", "dashboard.js", "icon.svg", "theme.js");
    }

    @Test
    void everyModuleIsInTheScriptWithoutCommentsImportsAndIndentation() throws Exception {
        var script = send(
                        "GET",
                        assets().stream()
                                .filter(asset -> asset.endsWith("/dashboard.js"))
                                .findFirst()
                                .orElseThrow())
                .body();
        var folder = Path.of(
                Objects.requireNonNull(DashboardModule.class.getResource("js")).toURI());
        try (var files = Files.walk(folder)) {
            assertThat(files.filter(Files::isRegularFile)
                            .map(file -> folder.relativize(file).toString())
                            .filter(module -> !module.equals("app.js") && !module.equals("theme.js")))
                    .isNotEmpty()
                    .allSatisfy(module -> assertThat(script)
                            .contains("const $" + module.replace(".js", "").replaceAll("\\W", "_") + " = (() => {"));
        }
        assertThat(script).doesNotContainPattern("(?m)^(//|/\\*|import |export |\\s)");
    }

    @Test
    void noModuleMakesMarkupOfText() throws Exception {
        for (var asset : assets()) {
            assertThat(send("GET", asset).body())
                    .as(asset)
                    .doesNotContain(
                            "innerHTML",
                            "outerHTML",
                            "insertAdjacentHTML",
                            "document.write",
                            "eval(",
                            "DOMParser",
                            "srcdoc");
        }
    }

    @Test
    void everyFileIsSentInBrotliAndDecodesToThePlainOne() throws Exception {
        for (var asset : assets()) {
            BrotliFiles.check(service.url(asset));
        }
    }

    @Test
    void filesAreKeptForAYearUnlessTheyAreOfAnotherRelease() throws Exception {
        for (var asset : assets()) {
            assertThat(header(send("GET", asset), "Cache-Control"))
                    .as(asset)
                    .isEqualTo("public, max-age=31536000, immutable");
        }
        var earlier = send("GET", "/dashboard/assets/000000000000/dashboard.js");
        assertThat(earlier.statusCode()).isEqualTo(200);
        assertThat(header(earlier, "Cache-Control")).isEqualTo("no-cache");
    }

    @Test
    void aPageOfASessionIsKeptByNobody() throws Exception {
        for (var path : new String[] {"/dashboard", "/dashboard/test", "/dashboard/live/payouts"}) {
            var page = send("GET", path, "If-None-Match", "*");
            assertThat(page.statusCode()).as(path).isEqualTo(200);
            assertThat(header(page, "Cache-Control")).as(path).isEqualTo("no-store");
            assertThat(header(page, "ETag")).as(path).isEmpty();
        }
    }

    @Test
    void headTellsTheLengthAndNothingCanBeSentThere() throws Exception {
        var head = send("HEAD", "/dashboard");
        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
        assertThat(header(head, "Content-Length")).isEqualTo(header(send("GET", "/dashboard"), "Content-Length"));
        assertThat(send("POST", "/dashboard/sign-in").statusCode()).isEqualTo(405);
    }
}
