package io.tical.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.tical.db.Database;
import io.tical.db.TestDatabase;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests as proxies, health checks and old clients send them (RFC 9112). */
class RequestFormsTest {
    private static final String KEY = "Authorization: Bearer " + TestApi.KEY + "\r\n";

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

    private static Raw.Exchange send(String request) throws IOException {
        return Raw.exchange(api.port(), request);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /v1/echo HTTP/1.0\r\n",
                "GET /v1/echo HTTP/1.0\r\nHost: x\r\n",
                "GET /v1/echo HTTP/1.0\r\nHost: x\r\nConnection: close\r\n",
                "GET /v1/echo HTTP/1.0\r\nHost: x\r\nConnection: keep-alive, close\r\n",
                "GET /v1/echo HTTP/1.0\r\nExpect: 100-continue\r\nUpgrade: h2c\r\n"
            })
    void http10IsAnsweredAndItsConnectionCloses(String request) throws IOException {
        var exchange = send(request + KEY + "\r\n");

        assertThat(exchange.closed()).isTrue();
        assertThat(exchange.only().status()).isEqualTo(200);
        assertThat(exchange.only().header("Connection")).isEqualTo("close");
        assertThat(exchange.only().header("Transfer-Encoding")).isEmpty();
        assertThat(exchange.only().json().at("/data/target").asText()).isEqualTo("/v1/echo");
    }

    @Test
    void http10KeepsTheConnectionThatItAsksToKeep() throws IOException {
        var kept = "GET /v1/echo HTTP/1.0\r\nConnection: Keep-Alive\r\n" + KEY + "\r\n";
        var exchange = send(kept + kept + "GET /v1/echo HTTP/1.0\r\n" + KEY + "\r\n");

        assertThat(exchange.closed()).isTrue();
        assertThat(exchange.replies()).extracting(Raw.Reply::status).containsExactly(200, 200, 200);
        assertThat(exchange.replies())
                .extracting(reply -> reply.header("Connection"))
                .containsExactly("keep-alive", "keep-alive", "close");
    }

    @Test
    void http10SendsABodyOfAKnownLength() throws IOException {
        var body = "{\"text\":\"a\"}";
        var exchange = send("POST /v1/echo HTTP/1.0\r\nContent-Type: application/json\r\nIdempotency-Key: old\r\n" + KEY
                + "Content-Length: " + body.length() + "\r\n\r\n" + body);

        assertThat(exchange.only().status()).isEqualTo(201);
    }

    /** A proxy before this one may have framed it in another way. */
    @Test
    void http10HasNoChunks() throws IOException {
        var exchange = send("POST /v1/echo HTTP/1.0\r\n" + KEY + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n");

        assertThat(exchange.closed()).isTrue();
        assertThat(exchange.only().status()).isEqualTo(400);
    }

    @ParameterizedTest
    @CsvSource({"HTTP/1.2, 200", "HTTP/1.9, 200", "HTTP/2.0, 505", "HTTP/0.9, 505", "HTTP/3.1, 505", "HTTP/11.1, 400"})
    void laterMinorVersionsAreServedAndOtherMajorVersionsAreNot(String version, int status) throws IOException {
        var exchange = send("GET /v1/echo " + version + "\r\nHost: x\r\nConnection: close\r\n" + KEY + "\r\n");

        assertThat(exchange.closed()).isTrue();
        assertThat(exchange.only().status()).isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource({
        "http://pay.example/v1/echo?a=b, /v1/echo?a=b",
        "HTTP://pay.example:8080/v1/echo, /v1/echo",
        "https://pay.example/v1/echo, /v1/echo",
        "http://[2001:db8::1]:80/v1/echo, /v1/echo"
    })
    void aUriIsAnsweredAsItsPath(String target, String path) throws IOException {
        var exchange = send("GET " + target + " HTTP/1.1\r\nHost: other\r\nConnection: close\r\n" + KEY + "\r\n");

        assertThat(exchange.only().status()).isEqualTo(200);
        assertThat(exchange.only().json().at("/data/target").asText()).isEqualTo(path);
    }

    @Test
    void aUriWithoutAPathIsTheRoot() throws IOException {
        assertThat(send("GET http://pay.example HTTP/1.1\r\nHost: x\r\nConnection: close\r\n" + KEY + "\r\n")
                        .only()
                        .status())
                .isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET http://user@pay.example/v1/echo HTTP/1.1\r\nHost: x\r\n",
                "GET http:///v1/echo HTTP/1.1\r\nHost: x\r\n",
                "GET http:/v1/echo HTTP/1.1\r\nHost: x\r\n",
                "GET ftp://pay.example/v1/echo HTTP/1.1\r\nHost: x\r\n",
                "GET hello HTTP/1.1\r\nHost: x\r\n",
                "OPTIONS h HTTP/1.1\r\nHost: x\r\n",
                "OPTIONS ** HTTP/1.1\r\nHost: x\r\n",
                "GET http://pay.example:port/v1/echo HTTP/1.1\r\nHost: x\r\n",
                "GET http://[::1/v1/echo HTTP/1.1\r\nHost: x\r\n",
                "GET http://pay.example/v1/echo HTTP/1.1\r\n",
                "GET http://pay.example/v1/echo HTTP/1.1\r\nHost: x\r\nHost: x\r\n",
                "GET /v1/echo HTTP/1.0\r\nHost: x\r\nHost: y\r\n",
                "GET /v1/[x] HTTP/1.1\r\nHost: x\r\n",
                "CONNECT pay.example:443 HTTP/1.1\r\nHost: x\r\n"
            })
    void otherTargetsAreRefused(String request) throws IOException {
        var exchange = send(request + KEY + "\r\n");

        assertThat(exchange.closed()).isTrue();
        assertThat(exchange.only().status()).isEqualTo(400);
    }

    @Test
    void theOptionsOfTheServerAreAnswered() throws IOException {
        for (var line : new String[] {"* HTTP/1.0", "* HTTP/1.1", "/ HTTP/1.0", "/ HTTP/1.1"}) {
            var exchange = send("OPTIONS " + line + "\r\nHost: x\r\n\r\n");
            assertThat(exchange.closed()).isTrue();
            assertThat(exchange.only().status()).isEqualTo(204);
            assertThat(exchange.only().header("Allow")).contains("GET");
        }
    }

    @Test
    void emptyLinesBeforeARequestAreIgnored() throws IOException {
        var post = "POST /v1/echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n" + KEY
                + "Content-Length: 12\r\nIdempotency-Key: %s\r\n\r\n{\"text\":\"a\"}";
        var exchange = send("\r\n" + post.formatted("crlf-1") + "\r\n" + post.formatted("crlf-2")
                + "\r\n\r\nGET /v1/echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\n" + KEY + "\r\n");

        assertThat(exchange.replies()).extracting(Raw.Reply::status).containsExactly(201, 201, 200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\r\n\r\n\r\n\r\n\r\n", "\n", "\r", " \r\n"})
    void onlyAFewEmptyLinesAreIgnored(String before) throws IOException {
        var exchange = send(before + "GET /v1/echo HTTP/1.1\r\nHost: x\r\n" + KEY + "\r\n");

        assertThat(exchange.closed()).isTrue();
        assertThat(exchange.only().status()).isEqualTo(400);
    }

    /** Not refused as too slow, because it sends no request. */
    @Test
    void aConnectionThatSendsOnlyAnEmptyLineEndsSilently() throws IOException {
        try (var raw = new Raw(api.port())) {
            raw.send("\r\n".getBytes(ISO_8859_1));
            raw.end();
            assertThat(raw.text()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Chunked", "CHUNKED"})
    void theCodingIsReadInAnyCase(String coding) throws IOException {
        var exchange = send("POST /v1/echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nIdempotency-Key: "
                + coding + "\r\n" + KEY + "Transfer-Encoding: " + coding
                + "\r\n\r\nC\r\n{\"text\":\"a\"}\r\n0\r\n\r\nGET /v1/echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
                + KEY + "\r\n");

        assertThat(exchange.replies()).extracting(Raw.Reply::status).containsExactly(201, 200);
    }
}
