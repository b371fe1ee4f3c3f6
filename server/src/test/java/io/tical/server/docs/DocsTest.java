package io.tical.server.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.tical.common.Json;
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
import java.util.TreeSet;
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
        server = TestServer.of(new DocsModule(new SourceAddress(List.of()))::register);
        proxied = TestServer.of(new DocsModule(new SourceAddress(List.of("127.0.0.1")))::register);
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
    void thePageNeedsNothingInlineAndNothingFromElsewhere() throws Exception {
        var page = send("GET", "/docs");
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(header(page, "Content-Type")).isEqualTo("text/html; charset=utf-8");
        assertThat(header(page, "Content-Security-Policy"))
                .contains("default-src 'none'", "frame-ancestors 'none'")
                .doesNotContain("unsafe", "http:", "https:", "data:");
        assertThat(header(page, "X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(header(page, "X-Request-Id")).isNotBlank();
        assertThat(page.body()).doesNotContain("<style", " style=", " onclick", "javascript:");
        assertThat(Pattern.compile("<script(?! type=\"module\" src=\"/docs/docs.js\"></script>)")
                        .matcher(page.body())
                        .find())
                .isFalse();
        var loaded = Pattern.compile("(?:src|<link[^>]* href)=\"([^\"]+)\"").matcher(page.body());
        var count = 0;
        for (; loaded.find(); count++) {
            assertThat(send("GET", loaded.group(1)).statusCode())
                    .as(loaded.group(1))
                    .isEqualTo(200);
        }
        assertThat(count).isEqualTo(3);
    }

    @Test
    void everyLinkWithinThePageLeadsSomewhereAndNoIdIsGivenTwice() throws Exception {
        var page = send("GET", "/docs").body();
        var ids = new TreeSet<String>();
        Pattern.compile(" id=\"([^\"]+)\"")
                .matcher(page)
                .results()
                .forEach(match -> assertThat(ids.add(match.group(1)))
                        .as("id " + match.group(1))
                        .isTrue());
        assertThat(Pattern.compile("href=\"#([^\"]+)\"").matcher(page).results().map(match -> match.group(1)))
                .isNotEmpty()
                .allSatisfy(target -> assertThat(ids).contains(target));
    }

    @Test
    void thePageShowsEveryOperationEveryErrorCodeAndEveryField() throws Exception {
        var page = send("GET", "/docs").body();
        var document = OpenApi.shipped();
        document.operations().forEach(operation -> assertThat(page).contains("id=\"" + operation.id() + "\""));
        document.callbacks().forEach(callback -> assertThat(page).contains("id=\"" + callback.id() + "\""));
        for (var header : new String[] {"X-P2P-Signature", "X-Request-ID", "webhook-id"}) {
            assertThat(page).contains("<code class=\"field\">" + header + "</code>");
        }
        document.root()
                .at("/components/schemas/PayoutTransaction/properties")
                .fieldNames()
                .forEachRemaining(field -> assertThat(page).contains("<code class=\"field\">" + field + "</code>"));
        document.root()
                .at("/components/schemas/ErrorCode/enum")
                .forEach(code -> assertThat(page).contains("<tr id=\"" + code.asText() + "\">"));
        document.root()
                .at("/components/schemas/Payout/properties")
                .fieldNames()
                .forEachRemaining(field -> assertThat(page).contains("<code class=\"field\">" + field + "</code>"));
        assertThat(page).doesNotContain("```", "**", "$ref");
    }

    /** Each vocabulary of a body has a list of its own, without the fields of the other. */
    @Test
    void aBodyOfTwoVocabulariesIsShownAsTwo() throws Exception {
        var page = send("GET", "/docs").body();
        var payout = page.substring(page.indexOf("id=\"createPayout\""), page.indexOf("id=\"listPayouts\""));
        var second = payout.indexOf("<h4>Body, with <code>merchant_ref_id</code></h4>");
        assertThat(payout.substring(0, second))
                .contains("<h4>Body, with <code>order_ref</code></h4>")
                .contains("<code class=\"field\">dest_account_id</code><span class=\"note required\">")
                .doesNotContain("<code class=\"field\">request_amount</code>");
        assertThat(payout.substring(second))
                .contains("<code class=\"field\">request_amount</code><span class=\"note required\">")
                .doesNotContain("<code class=\"field\">dest_account_id</code>");
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
    void headTellsTheLengthAndOtherMethodsAreRefused() throws Exception {
        var page = send("GET", "/docs");
        var head = send("HEAD", "/docs");
        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
        assertThat(header(head, "Content-Length")).isEqualTo(header(page, "Content-Length"));
        assertThat(send("POST", "/docs").statusCode()).isEqualTo(405);
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
