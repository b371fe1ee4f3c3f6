package io.tical.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.server.http.PublicApi.HtmlAnswer;
import io.tical.server.http.PublicApi.PublicPages;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A surface without credentials: operations, pages, and files that are sent slowly, brokenly, or all at once. */
class PublicApiTest {
    private static final String FORM = "Content-Type: multipart/form-data; boundary=b";

    private static TestServer server;

    @BeforeAll
    static void start() {
        var api = new PublicApi(
                new SourceAddress(List.of()),
                new TokenLimits(0, token -> true),
                new Uploads(TestUploads.folder(), 8),
                2);
        List<PublicEndpoint<Content>> data = List.of(
                PublicEndpoint.get(
                        "/open/echo/{word}",
                        call -> Answer.ok(Map.of("word", call.path("word"), "language", call.acceptLanguage()))),
                PublicEndpoint.get("/open/fault", call -> {
                    throw new IllegalStateException("select password from secrets");
                }),
                PublicEndpoint.post(
                        "/open/file",
                        call -> Answer.ok(
                                Map.of("bytes", call.file(sender(call), "file", 1_000, file -> file.length())))));
        List<PublicEndpoint<HtmlAnswer>> pages = List.of(
                PublicEndpoint.get("/pages/{word}", call -> page(200, call.path("word"))),
                PublicEndpoint.post("/pages/{word}/go", call -> HtmlAnswer.seeOther("/pages/there")),
                PublicEndpoint.get("/pages/fault/now", call -> {
                    throw new IllegalStateException("select password from secrets");
                }));
        server = TestServer.start(
                new TestServer.Socket("127.0.0.1", 0, routes -> {}),
                new TestServer.Socket("127.0.0.1", 0, routes -> {
                    api.mount(routes, "/open", data, List.of());
                    api.mount(
                            routes,
                            new PublicPages(
                                    "/pages",
                                    "default-src 'none'",
                                    new FingerprintedAssets("/pages/assets/", Map.of()),
                                    pages,
                                    (call, problem) -> page(problem.status(), problem.code())));
                }),
                new TestServer.Socket("127.0.0.1", 0, routes -> {}),
                List.of(),
                TestLimits.STANDARD);
    }

    private static PublicCall.Sender sender(PublicCall call) {
        return new PublicCall.Sender(call.requestId(), new UUID(0, 1));
    }

    private static HtmlAnswer page(int status, String text) {
        return new HtmlAnswer(status, "en", text.getBytes(StandardCharsets.UTF_8), Map.of());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Raw.Reply send(String method, String target, String body, String... headers) throws IOException {
        var request = new StringBuilder(method + " " + target + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n");
        for (var header : headers) {
            request.append(header).append("\r\n");
        }
        return Raw.exchange(server.ports().pay(), request + "\r\n" + body).only();
    }

    private static String form(String file) {
        return "--b\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\n" + file + "\r\n--b--\r\n";
    }

    private static Raw.Reply sendForm(String form) throws IOException {
        return send("POST", "/open/file", form, FORM, "Content-Length: " + form.length());
    }

    @Test
    void operationsAnswerWhoeverAsks() throws IOException {
        var reply = send("GET", "/open/echo/a%20b", "", "Accept-Language: th");
        assertThat(reply.json().at("/data/word").asText()).isEqualTo("a b");
        assertThat(reply.json().at("/data/language").asText()).isEqualTo("th");
        assertThat(reply.header("Referrer-Policy")).isEqualTo("no-referrer");
        assertThat(send("GET", "/open/fault", "").body())
                .contains("INTERNAL_ERROR")
                .doesNotContain("password");
    }

    @Test
    void pagesAnswerWithPagesAlsoWhenSomethingIsWrong() throws IOException {
        assertThat(send("GET", "/pages/hello", "").body()).isEqualTo("hello");
        assertThat(send("GET", "/", "").body()).isEqualTo("ROUTE_NOT_FOUND");
        assertThat(send("PUT", "/pages/hello", "").body()).isEqualTo("METHOD_NOT_ALLOWED");
        assertThat(send("PUT", "/pages/hello", "").header("Allow")).isEqualTo("GET, HEAD");
        var fault = send("GET", "/pages/fault/now", "");
        assertThat(fault.status()).isEqualTo(500);
        assertThat(fault.body()).isEqualTo("INTERNAL_ERROR");
        var gone = send("POST", "/pages/x/go", "", "Content-Length: 0");
        assertThat(gone.status()).isEqualTo(303);
        assertThat(gone.header("Location")).isEqualTo("/pages/there");
    }

    @Test
    void filesArriveWithAndWithoutAnAnnouncedLength() throws IOException {
        var form = form("x".repeat(500));
        assertThat(sendForm(form).json().at("/data/bytes").asInt()).isEqualTo(500);
        var chunks = new StringBuilder();
        for (int at = 0; at < form.length(); at += 7) {
            var chunk = form.substring(at, Math.min(form.length(), at + 7));
            chunks.append(Integer.toHexString(chunk.length()))
                    .append("\r\n")
                    .append(chunk)
                    .append("\r\n");
        }
        var chunked = send("POST", "/open/file", chunks + "0\r\n\r\n", FORM, "Transfer-Encoding: chunked");
        assertThat(chunked.json().at("/data/bytes").asInt()).isEqualTo(500);
    }

    @Test
    void aFormThatGrowsBeyondEveryLimitIsCutOff() throws IOException {
        assertThat(sendForm(form("x".repeat(1_001))).code()).isEqualTo("PAYLOAD_TOO_LARGE");
        try (var raw = new Raw(server.ports().pay())) {
            raw.send(("POST /open/file HTTP/1.1\r\nHost: x\r\n" + FORM + "\r\nTransfer-Encoding: chunked\r\n\r\n")
                    .getBytes(StandardCharsets.ISO_8859_1));
            var chunk = ("100000\r\n" + "x".repeat(0x100000) + "\r\n").getBytes(StandardCharsets.ISO_8859_1);
            for (int i = 0; i < 12; i++) {
                raw.send(chunk);
            }
            raw.send("0\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
            assertThat(raw.answers().only().code()).isEqualTo("PAYLOAD_TOO_LARGE");
        }
    }

    @Test
    void aBrokenFormIsRefusedAndNothingAfterItIsReadAsARequest() throws IOException {
        var broken = Raw.exchange(
                server.ports().pay(),
                "POST /open/file HTTP/1.1\r\nHost: x\r\n" + FORM + "\r\nTransfer-Encoding: chunked\r\n\r\n"
                        + "zz\r\nGET /open/echo/smuggled HTTP/1.1\r\nHost: x\r\n\r\n");
        assertThat(broken.replies()).hasSize(1);
        assertThat(broken.only().code()).isEqualTo("BODY_INCOMPLETE");
        assertThat(broken.closed()).isTrue();
    }

    @Test
    void aNetworkSendsABoundedNumberOfFilesAtATimeWithoutDelayingOthers() throws Exception {
        var slow = new ArrayList<Raw>();
        try {
            var busy = "";
            // More than may be: one of them may still meet a sender of another test who is on the way out.
            while (slow.size() < 40 && !busy.equals("RATE_LIMITED")) {
                var raw = new Raw(server.ports().pay());
                slow.add(raw);
                raw.send(("POST /open/file HTTP/1.1\r\nHost: x\r\n" + FORM + "\r\nContent-Length: 5000\r\n\r\nx")
                        .getBytes(StandardCharsets.ISO_8859_1));
                busy = sendForm(form("x")).code();
            }
            assertThat(slow).hasSizeGreaterThanOrEqualTo(4);
            assertThat(busy).isEqualTo("RATE_LIMITED");
            assertThat(send("GET", "/open/echo/hello", "").status()).isEqualTo(200);
        } finally {
            for (var raw : slow) {
                raw.close();
            }
        }
        await().until(() -> sendForm(form("x")).status() == 200);
    }
}
