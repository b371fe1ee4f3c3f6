package io.tical.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.db.Database;
import io.tical.db.TestDatabase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What arrives over a raw socket from someone who does not keep to the rules. */
class HostileRequestsTest {
    private static final String SECOND = "GET /v1/echo HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + TestApi.KEY
            + "\r\nConnection: close\r\n\r\n";

    private static Database database;
    private static TestApi api;

    @BeforeAll
    static void start() {
        database = TestDatabase.open();
        api = new TestApi(database);
    }

    @AfterAll
    static void stop() {
        api.close();
        database.close();
    }

    private static String post(String headers, String body) {
        return "POST /v1/echo HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + TestApi.KEY + "\r\nIdempotency-Key: "
                + System.nanoTime() + "\r\n" + headers.replace("|", "\r\n") + "\r\n\r\n" + body;
    }

    private static Raw.Reply json(String body) throws IOException {
        var bytes = body.getBytes(StandardCharsets.UTF_8);
        var request = post(
                "Content-Type: application/json|Connection: close|Content-Length: " + bytes.length,
                new String(bytes, StandardCharsets.ISO_8859_1));
        return Raw.exchange(api.port(), request).only();
    }

    private static void isEnvelope(Raw.Reply reply, int status, String code) {
        assertThat(reply.status()).as(reply.body()).isEqualTo(status);
        assertThat(reply.code()).isEqualTo(code);
        assertThat(reply.json().path("success").asBoolean(true)).isFalse();
        assertThat(reply.json().path("data").isNull()).isTrue();
        assertThat(reply.header("Content-Type")).isEqualTo("application/json");
        assertThat(reply.header("X-Request-Id"))
                .isNotEmpty()
                .isEqualTo(reply.json().path("meta").path("request_id").asText());
        assertThat(reply.header("X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(reply.header("Cache-Control")).isEqualTo("no-store");
        assertThat(reply.body()).doesNotContain("Exception", "io.tical", "io.helidon", "at java");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 4|Transfer-Encoding: chunked",
                "Transfer-Encoding: chunked|Content-Length: 4",
                "Content-Length: 4|Content-Length: 4",
                "Content-Length: 4|Content-Length: 40",
                "Content-Length: 4, 4",
                "Content-Length: +5",
                "Content-Length: -5",
                "Content-Length: 0x5",
                "Content-Length: 5 5",
                "Content-Length: ",
                "Content-Length: 5;q=1",
                "Content-Length: 99999999999999999999",
                "Transfer-Encoding: identity",
                "Transfer-Encoding: gzip, chunked",
                "Transfer-Encoding: chunked, chunked",
                "Transfer-Encoding: xchunked",
                "Transfer-Encoding: chunked|Transfer-Encoding: chunked",
                "Transfer-Encoding: chunked|Transfer-Encoding: identity",
                "Transfer-Encoding : chunked",
                "Content-Length : 4",
                " Content-Length: 4",
                "X: y| Content-Length: 4"
            })
    void ambiguousFramingIsRefusedAndWhatFollowsIsNotReadAsASecondRequest(String headers) throws IOException {
        var exchange = Raw.exchange(api.port(), post(headers, "0\r\n\r\n" + SECOND));

        isEnvelope(exchange.only(), 400, "REQUEST_INVALID");
        assertThat(exchange.only().header("Connection")).isEqualToIgnoringCase("close");
        assertThat(exchange.closed()).isTrue();
    }

    @Test
    void twoHonestRequestsOnOneConnectionAreTwoAnswers() throws IOException {
        var body = "{\"text\":\"a\"}";
        var exchange = Raw.exchange(
                api.port(), post("Content-Type: application/json|Content-Length: " + body.length(), body) + SECOND);

        assertThat(exchange.replies()).extracting(Raw.Reply::status).containsExactly(201, 200);
    }

    @Test
    void aChunkedBodyIsReadWhole() throws IOException {
        var exchange = Raw.exchange(
                api.port(),
                post(
                        "Content-Type: application/json|Transfer-Encoding: chunked",
                        "6\r\n{\"text\r\n8\r\n\": \"abc\"\r\n1\r\n}\r\n0\r\n\r\n" + SECOND));

        assertThat(exchange.replies()).extracting(Raw.Reply::status).containsExactly(201, 200);
        assertThat(exchange.replies()
                        .getFirst()
                        .json()
                        .path("data")
                        .path("text")
                        .asText())
                .isEqualTo("abc");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"zz\r\nabc\r\n", "-5\r\nabc\r\n", "5;x=y\r\nabcde\r\n", "7fffffff\r\nabc", "ffffffffffff\r\nabc"
            })
    void aBrokenChunkEndsTheConnection(String chunk) throws IOException {
        var exchange = Raw.exchange(
                api.port(), post("Content-Type: application/json|Transfer-Encoding: chunked", chunk + SECOND));

        assertThat(exchange.replies()).hasSizeLessThanOrEqualTo(1);
        assertThat(exchange.replies())
                .allSatisfy(reply -> assertThat(reply.status()).isBetween(400, 499));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "GET /v1/echo HTTP/1.1",
                "GET /v1/echo HTTP/1.1|Host: a|Host: b",
                "GET /v1/echo HTTP/1.1|Host: ",
                "GET /v1/echo HTTP/1.1|Host: a b",
                "GET /v1/echo HTTP/1.1|Host: x:port",
                "GET /v1/%zz HTTP/1.1|Host: x",
                "GET /v1/e[]cho HTTP/1.1|Host: x",
                "GET /v1/echo?a=<script> HTTP/1.1|Host: x",
                "GET  HTTP/1.1|Host: x",
                "GET /v1/echo HTTP/3.7|Host: x",
                "GET /v1/echo HTTP/1.1 more|Host: x",
                "GET /v1/echo|Host: x",
                "nonsense",
                "GET /v1/echo HTTP/1.1|Host: x|no colon here",
                "GET /v1/echo HTTP/1.1|Host: x|Bad Name: y"
            })
    void aRequestThatIsNotHttpIsAnsweredInTheEnvelope(String request) throws IOException {
        var exchange = Raw.exchange(api.port(), request.strip().replace("|", "\r\n") + "\r\n\r\n");

        assertThat(exchange.only().status()).isIn(400, 401, 505);
        isEnvelope(exchange.only(), exchange.only().status(), exchange.only().code());
    }

    @Test
    void tooLargeAHeaderIsRefused() throws IOException {
        var reply = Raw.exchange(
                        api.port(), "GET /v1/echo HTTP/1.1\r\nHost: x\r\nX-Long: " + "a".repeat(20_000) + "\r\n\r\n")
                .only();

        isEnvelope(reply, 400, "REQUEST_INVALID");
    }

    @Test
    void tooLongARequestLineIsRefused() throws IOException {
        var reply = Raw.exchange(api.port(), "GET /v1/" + "a".repeat(20_000) + " HTTP/1.1\r\nHost: x\r\n\r\n")
                .only();

        isEnvelope(reply, 400, "REQUEST_INVALID");
    }

    @ParameterizedTest
    @ValueSource(ints = {65_537, 10_600_000, 20_000_000, 70_000_000})
    void tooLargeABodyIs413(int length) throws IOException {
        try (var raw = new Raw(api.port())) {
            raw.send(post("Content-Type: application/json|Connection: close|Content-Length: " + length, "")
                    .getBytes(StandardCharsets.US_ASCII));
            try {
                raw.send(new byte[length]);
            } catch (IOException closedWhileSending) {
                assertThat(length).isGreaterThan(64_000_000);
            }
            isEnvelope(raw.answers().only(), 413, "PAYLOAD_TOO_LARGE");
        }
    }

    @Test
    void tooLargeAChunkedBodyIs413() throws IOException {
        var chunk = "10000\r\n" + "a".repeat(0x10000) + "\r\n";

        var exchange = Raw.exchange(
                api.port(),
                post(
                        "Content-Type: application/json|Transfer-Encoding: chunked",
                        chunk.repeat(3) + "0\r\n\r\n" + SECOND));

        assertThat(exchange.replies()).extracting(Raw.Reply::status).containsExactly(413, 200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Expect: 100-continue|",
                "Expect: 100-Continue|",
                "Expect: more, 100-continue|",
                "Connection: close|",
                "Connection: Close|",
                "Connection: keep-alive, close|",
                "Expect: 100-continue|Connection: close|"
            })
    void theBodyOfARefusedRequestIsNotReadAsASecondRequest(String headers) throws IOException {
        var refused = "POST /v1/echo HTTP/1.1\r\nHost: x\r\n" + headers.replace("|", "\r\n") + "Content-Length: "
                + SECOND.length() + "\r\n\r\n";

        var exchange = Raw.exchange(api.port(), refused + SECOND);

        isEnvelope(exchange.only(), 401, "API_KEY_MISSING");
        assertThat(exchange.closed()).isTrue();
    }

    @Test
    void aBodyThatBreaksOffIsRefused() throws IOException {
        try (var raw = new Raw(api.port())) {
            raw.send(post("Content-Type: application/json|Content-Length: 500", "{\"text\"")
                    .getBytes(StandardCharsets.US_ASCII));
            raw.end();
            isEnvelope(raw.answers().only(), 400, "BODY_INCOMPLETE");
        }
    }

    @Test
    void aKeptConnectionStaysInStepAfterARefusal() throws IOException {
        var refused = "POST /v1/echo HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nabcde";

        var exchange = Raw.exchange(api.port(), refused + SECOND);

        assertThat(exchange.replies()).extracting(Raw.Reply::status).containsExactly(401, 200);
    }

    @Test
    void headIsAnsweredWithoutABodyAndKeepsTheConnectionInStep() throws IOException {
        var head = SECOND.replace("GET", "HEAD").replace("Connection: close\r\n", "");
        try (var raw = new Raw(api.port())) {
            raw.send(head.getBytes(StandardCharsets.US_ASCII));
            raw.send(SECOND.getBytes(StandardCharsets.US_ASCII));
            var text = raw.text();
            assertThat(text)
                    .startsWith("HTTP/1.1 405 ")
                    .contains("Allow: GET, POST")
                    .contains("\r\n\r\nHTTP/1.1 200 ");
        }
    }

    @Test
    void aClientThatExpectsContinueReceivesIt() throws IOException {
        var body = "{\"text\":\"a\"}";
        var exchange = Raw.exchange(
                api.port(),
                post(
                        "Expect: 100-continue|Content-Type: application/json|Content-Length: " + body.length(),
                        body + SECOND));

        assertThat(exchange.replies()).extracting(Raw.Reply::status).containsExactly(100, 201, 200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "[]",
                "\"text\"",
                "null",
                "{\"text\":\"a\",\"text\":\"b\"}",
                "{\"text\":\"a\"} {}",
                "{text:\"a\"}",
                "{\"text\":NaN}",
                "{\"text\":01}",
                "{\"text\":'a'}",
                "{\"text\":\"a\",}",
                "\u0000"
            })
    void aBodyThatIsNotOneJsonObjectIsRefused(String body) throws IOException {
        isEnvelope(json(body), 400, "JSON_INVALID");
    }

    @Test
    void deepNestingIsRefused() throws IOException {
        isEnvelope(json("{\"text\":" + "[".repeat(20_000) + "]".repeat(20_000) + "}"), 400, "JSON_INVALID");
    }

    @Test
    void anEndlessNumberIsRefused() throws IOException {
        isEnvelope(json("{\"text\":" + "9".repeat(20_000) + "}"), 400, "JSON_INVALID");
    }

    /** Overlong forms of a slash, a quotation mark and NUL, a surrogate, a character beyond the last one, UTF-16, and others. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u00ff\u00fe",
                "\u00c0\u00af",
                "\u00c0\u00a2",
                "\u00c0\u0080",
                "\u00e0\u0080\u00af",
                "\u00e0\u0080\u00a2",
                "\u00f0\u0080\u0080\u00af",
                "\u00ed\u00a0\u0080",
                "\u00f4\u0090\u0080\u0080",
                "\u00e0\u00b8",
                "\u0000"
            })
    void bytesThatAreNotUtf8AreRefused(String wrong) throws IOException {
        var bytes = "{\"text\":\"" + wrong + "\"}";
        var reply = Raw.exchange(
                        api.port(),
                        post(
                                "Content-Type: application/json|Connection: close|Content-Length: " + bytes.length(),
                                bytes))
                .only();

        isEnvelope(reply, 400, "JSON_INVALID");
    }

    @ParameterizedTest
    @ValueSource(strings = {"%C0%AF", "%E0%80%AF", "%F0%80%80%AF", "%ED%A0%80", "%C0%A2"})
    void overlongFormsInAQueryAreRefused(String wrong) throws IOException {
        var end = " HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + TestApi.KEY + "\r\nConnection: close\r\n\r\n";
        isEnvelope(Raw.exchange(api.port(), "GET /v1/echo?a=" + wrong + end).only(), 400, "VALIDATION_FAILED");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"\\u0000", "a\\u0000b", "\\ud800", "\\udc00x", "\\ud800\\ud800", "\\u0007", "\\u007f", "   ", ""
            })
    void textThatCannotBeStoredIsRefused(String text) throws IOException {
        var reply = json("{\"text\":\"" + text + "\"}");

        isEnvelope(reply, 400, "VALIDATION_FAILED");
        assertThat(reply.json().path("errors").path(0).path("field").asText()).isEqualTo("text");
    }

    @Test
    void textOfEveryScriptPasses() throws IOException {
        assertThat(json("{\"text\":\"ร้านค้า 店 \\ud83d\\ude00 é\"}")
                        .json()
                        .path("data")
                        .path("text")
                        .asText())
                .isEqualTo("ร้านค้า 店 \ud83d\ude00 é");
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "br", "identity", "whatever"})
    void anEncodedBodyIs415(String encoding) throws IOException {
        var reply = Raw.exchange(
                        api.port(),
                        post(
                                "Content-Type: application/json|Connection: close|Content-Length: 2|Content-Encoding: "
                                        + encoding,
                                "{}"))
                .only();

        isEnvelope(reply, 415, "UNSUPPORTED_MEDIA_TYPE");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/x-www-form-urlencoded",
                "text/plain",
                "multipart/form-data; boundary=x",
                "application/jsonx",
                "application/json-patch+json",
                "application/json, text/plain",
                "nonsense"
            })
    void aBodyOfAnotherTypeIs415(String type) throws IOException {
        var reply = Raw.exchange(api.port(), post("Connection: close|Content-Length: 2|Content-Type: " + type, "{}"))
                .only();

        isEnvelope(reply, 415, "UNSUPPORTED_MEDIA_TYPE");
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/json", "application/json; charset=utf-8", "Application/JSON;charset=UTF-8"})
    void aBodyOfJsonPasses(String type) throws IOException {
        var reply = Raw.exchange(
                        api.port(),
                        post("Connection: close|Content-Length: 12|Content-Type: " + type, "{\"text\":\"a\"}"))
                .only();

        assertThat(reply.status()).isEqualTo(201);
    }
}
