package io.tical.server.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.tical.common.Json;
import io.tical.server.BrotliFiles;
import io.tical.server.http.SourceAddress;
import io.tical.server.http.TestServer;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The description as it is served. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DocsTest {
    private TestServer server;
    private TestServer proxied;
    private HttpClient client;

    @BeforeAll
    void start() {
        server = TestServer.of(new DocsModule(new SourceAddress(List.of()), List.of(), List.of())::register);
        proxied = TestServer.of(
                new DocsModule(
                                new SourceAddress(List.of("127.0.0.1")),
                                List.of("203.0.113.7", "198.51.100.0/28"),
                                List.of())::register);
        client = HttpClient.newHttpClient();
    }

    @AfterAll
    void stop() {
        client.close();
        server.close();
        proxied.close();
    }

    private HttpResponse<String> send(String method, String path, String... headers)
            throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(server.url(path))).method(method, BodyPublishers.noBody());
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }

    private static String header(HttpResponse<?> response, String name) {
        return response.headers().firstValue(name).orElse("");
    }

    @Test
    void theAddressesFromWhichCallbacksComeAreThoseOfTheDeployment() throws Exception {
        for (var path : List.of("/openapi", "/docs/callbacks")) {
            assertThat(send("GET", path).body()).contains("has not named the addresses from which callbacks come");
            var named = client.send(
                            HttpRequest.newBuilder(URI.create(proxied.url(path)))
                                    .build(),
                            BodyHandlers.ofString())
                    .body();
            assertThat(named).contains("203.0.113.7", "198.51.100.0/28").doesNotContain("has not named the addresses");
        }
    }

    @Test
    void howVersionsChangeIsAPageThatThePagesLinkTo() throws Exception {
        var path = "/docs/guide/versions-and-changes";
        for (var page : List.of("/docs", "/docs/callbacks", path)) {
            assertThat(send("GET", page).body()).as(page).contains("href=\"" + path + "\"");
        }
        var page = send("GET", path);
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body().replaceAll("<[^>]*>", "").replaceAll("\\s+", " "))
                .as("what may change within /v1")
                .contains("What may change at any time", "new fields in answers and callbacks", "new event types")
                .as("what does not")
                .contains(
                        "What does not change within /v1 and /v2",
                        "an existing operation, field, status, event or error code is not removed or renamed",
                        "a request that is accepted is not refused later")
                .as("how long, and how it is announced")
                .contains(
                        "The changelog and this page announce it at least 12 months before its end",
                        "every merchant whose keys used it in the last 90 days is told by the operator",
                        "Deprecation (since when) and Sunset (until when)",
                        "After that date it answers 410")
                .as("what is deprecated")
                .contains("Nothing is deprecated now");
    }

    /** The page promises that an answer of what is deprecated says so, so that its text is changed with the first one. */
    @Test
    void nothingIsDeprecatedWhileThePageSaysSo() {
        assertThat(OpenApi.shipped().root().findValues("deprecated")).isEmpty();
    }

    @Test
    void theDocumentIsYamlUnlessJsonIsAskedFor() throws Exception {
        assertThat(header(send("GET", "/openapi"), "Content-Type")).isEqualTo("application/yaml");
        assertThat(send("GET", "/openapi").body()).startsWith("openapi: 3.1");
        assertThat(header(send("GET", "/openapi", "Accept", "*/*"), "Content-Type"))
                .isEqualTo("application/yaml");
        var json = send("GET", "/openapi", "Accept", "application/json");
        assertThat(header(json, "Content-Type")).isEqualTo("application/json");
        assertThat(header(json, "Vary")).isEqualTo("Accept");
        var served = OpenApi.shipped().root();
        ((ObjectNode) served.at("/servers/0")).put("url", server.url(""));
        assertThat(Json.mapper().readTree(json.body())).isEqualTo(served);
        assertThat(new YAMLMapper().readTree(send("GET", "/openapi").body())).isEqualTo(served);
        assertThat(send("GET", "/openapi.json").body()).isEqualTo(json.body());
        var yaml = send("GET", "/openapi", "Accept", "application/json;q=0.5, application/yaml");
        assertThat(header(yaml, "Content-Type")).isEqualTo("application/yaml");
    }

    /** The server of the document, sent with these lines of the request. */
    private static String server(TestServer server, String path, String... lines) throws IOException {
        try (var socket = new Socket("127.0.0.1", server.ports().api())) {
            var request =
                    "GET " + path + " HTTP/1.1\r\n" + String.join("\r\n", lines) + "\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            var answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!answer.startsWith("HTTP/1.1 200 ")) {
                return answer.substring(9, 12);
            }
            var body = answer.substring(answer.indexOf("\r\n\r\n") + 4);
            return new YAMLMapper().readTree(body).at("/servers/0/url").asText();
        }
    }

    @Test
    void theServerOfTheDocumentIsTheHostThatWasAsked() throws Exception {
        for (var path : List.of("/openapi", "/openapi.json")) {
            assertThat(server(server, path, "Host: pay.example")).isEqualTo("http://pay.example");
            assertThat(server(server, path, "Host: pay.example:8443")).isEqualTo("http://pay.example:8443");
            assertThat(server(server, path, "Host: [::1]:8080")).isEqualTo("http://[::1]:8080");
        }
        var tag = header(send("GET", "/openapi"), "ETag");
        assertThat(send("GET", "/openapi", "If-None-Match", tag).statusCode()).isEqualTo(304);
    }

    @Test
    void aTrustedProxyNamesTheHostAndTheScheme() throws Exception {
        var forwarded = new String[] {
            "Host: 10.0.0.7:8080", "X-Forwarded-Host: pay.example, inner.example", "X-Forwarded-Proto: https"
        };
        assertThat(server(proxied, "/openapi", forwarded)).isEqualTo("https://pay.example");
        assertThat(server(server, "/openapi", forwarded)).isEqualTo("http://10.0.0.7:8080");
        assertThat(server(proxied, "/openapi", "Host: pay.example")).isEqualTo("http://pay.example");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "evil.example\"}], \"x\": [{\"",
                "evil.example/path",
                "evil.example?query",
                "evil.example#fragment",
                "user@evil.example",
                "evil.example\\",
                "evil.example:123456",
                "evil.example:port",
                "<script>",
                "evil.example\u00e9",
                "-",
                " "
            })
    void aHostileHostIsRefusedOrNotRepeated(String host) throws Exception {
        for (var path : List.of("/openapi", "/openapi.json")) {
            assertThat(server(server, path, "Host: " + host)).isIn("400", "/");
            assertThat(server(proxied, path, "Host: localhost", "X-Forwarded-Host: " + host))
                    .isIn("400", "/");
        }
    }

    @Test
    void twoHostsAreRefused() throws Exception {
        assertThat(server(server, "/openapi", "Host: one.example", "Host: two.example"))
                .isEqualTo("400");
    }

    @Test
    void aPageNeedsNothingInlineAndNothingFromElsewhere() throws Exception {
        for (var path : List.of("/docs", "/docs/operations/createPayout", "/docs/errors/IP_NOT_ALLOWED")) {
            var page = send("GET", path);
            assertThat(page.statusCode()).as(path).isEqualTo(200);
            assertThat(header(page, "Content-Type")).isEqualTo("text/html; charset=utf-8");
            assertThat(header(page, "Content-Security-Policy"))
                    .contains(
                            "default-src 'none'", "connect-src 'self'", "form-action 'none'", "frame-ancestors 'none'")
                    .doesNotContain("unsafe", "http:", "https:", "data:");
            assertThat(header(page, "X-Content-Type-Options")).isEqualTo("nosniff");
            assertThat(header(page, "X-Request-Id")).isNotBlank();
            assertThat(page.body()).doesNotContain("<style", " style=", " onclick", "javascript:");
            assertThat(Pattern.compile(
                                    "<script(?! type=\"module\" src=\"/docs/assets/[0-9a-f]{12}/[a-z]+.js\"></script>)")
                            .matcher(page.body())
                            .find())
                    .isFalse();
            var loaded = Pattern.compile("(?: src|<link[^>]* href|data-module|data-index)=\"([^\"]+)\"")
                    .matcher(page.body())
                    .results()
                    .map(match -> match.group(1))
                    .toList();
            assertThat(loaded).hasSizeGreaterThanOrEqualTo(5);
            for (var file : loaded) {
                var answer = send("GET", file, "Accept-Encoding", "gzip");
                assertThat(answer.statusCode()).as(file).isEqualTo(200);
                assertThat(header(answer, "Cache-Control")).contains("immutable");
            }
        }
    }

    /** The search's index too: it is made when the service starts, the same each time. */
    @Test
    void everyFileIsSentInBrotliAndDecodesToThePlainOne() throws Exception {
        var assets = DocsModule.assets();
        for (var name : List.of("docs.css", "docs.js", "search.js", "try.js", "icon.svg", "search.json")) {
            BrotliFiles.check(server.url(assets.address(name)));
        }
    }

    @Test
    void anAddressWithoutAPageIsNotFoundAndSaysSo() throws Exception {
        for (var path : List.of("/docs/operations/none", "/docs/errors/NONE", "/docs/%3Cscript%3E")) {
            var page = send("GET", path);
            assertThat(page.statusCode()).as(path).isEqualTo(404);
            assertThat(page.body()).contains("No such page").doesNotContain("<script>");
        }
        assertThat(send("GET", "/docs/assets/0/none.js").statusCode()).isEqualTo(404);
        assertThat(send("GET", "/docs/errors/").statusCode()).isEqualTo(200);
    }

    /** The examples call the host that was asked, with the scheme that a trusted proxy names. */
    @Test
    void theExamplesCallTheHostThatWasAsked() throws Exception {
        assertThat(send("GET", "/docs/operations/createPayout").body())
                .contains("fetch(<span class=\"text\">&quot;" + server.url("/v1/payouts"))
                .doesNotContain(ReferencePages.ORIGIN);
        assertThat(raw(proxied, "Host: 10.0.0.7:8080", "X-Forwarded-Host: pay.example", "X-Forwarded-Proto: https"))
                .contains("https://pay.example/v1/payouts");
        assertThat(raw(proxied, "Host: localhost", "X-Forwarded-Host: <script>"))
                .contains(ReferencePages.ORIGIN);
    }

    private static String raw(TestServer server, String... lines) throws IOException {
        try (var socket = new Socket("127.0.0.1", server.ports().api())) {
            var request = "GET /docs/operations/createPayout HTTP/1.1\r\n" + String.join("\r\n", lines)
                    + "\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void whoKnowsItAlreadyIsToldSo() throws Exception {
        var tag = header(send("GET", "/docs"), "ETag");
        var again = send("GET", "/docs", "If-None-Match", tag);
        assertThat(again.statusCode()).isEqualTo(304);
        assertThat(again.body()).isEmpty();
        assertThat(header(again, "ETag")).isEqualTo(tag);
        assertThat(send("GET", "/docs", "If-None-Match", "\"other\"").statusCode())
                .isEqualTo(200);
    }

    @Test
    void aPageIsCompressedForWhoAcceptsIt() throws Exception {
        var packed = send("HEAD", "/docs/operations/createPayout", "Accept-Encoding", "gzip");
        assertThat(header(packed, "Content-Encoding")).isEqualTo("gzip");
        assertThat(header(packed, "Vary")).contains("Accept-Encoding");
        assertThat(Integer.parseInt(header(packed, "Content-Length"))).isLessThan(16_000);
    }

    @Test
    void headTellsTheLengthAndOtherMethodsAreRefused() throws Exception {
        var page = send("GET", "/docs");
        var head = send("HEAD", "/docs");
        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
        assertThat(header(head, "Content-Length")).isEqualTo(header(page, "Content-Length"));
        assertThat(send("POST", "/docs").statusCode()).isEqualTo(405);
        assertThat(send("POST", "/docs/errors").statusCode()).isEqualTo(405);
        assertThat(send("DELETE", "/openapi").statusCode()).isEqualTo(405);
    }

    @Test
    void aMediaTypeWeighsWhatItsQualitySays() {
        assertThat(DocsModule.quality("application/json", "application/json")).isEqualTo(1);
        assertThat(DocsModule.quality("text/html, application/json;q=0.3", "application/json"))
                .isEqualTo(0.3);
        assertThat(DocsModule.quality("text/html, */*", "application/json")).isZero();
        assertThat(DocsModule.quality(";", "application/json")).isZero();
        assertThat(DocsModule.quality("Application/JSON; q=0", "application/json"))
                .isZero();
    }
}
