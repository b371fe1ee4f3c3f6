package io.tical.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.tical.db.Database;
import io.tical.db.TestDatabase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** Bytes that are not HTTP/1.1: each is answered with 400, its connection closes, and the log shows neither traces nor bodies. */
@Isolated("listens to the log of the whole process")
class MalformedRequestsTest {
    private static final String SECRET = "1234567890123456";
    private static final String AFTER =
            "GET /v1/echo HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + TestApi.KEY + "\r\n\r\n";
    private static final String POST =
            "POST /v1/echo HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + TestApi.KEY + "\r\nIdempotency-Key: ";

    private static Database database;
    private static TestApi api;

    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

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

    private static Logger root() {
        return (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    }

    @BeforeEach
    void listen() {
        log.start();
        root().addAppender(log);
    }

    @AfterEach
    void listenNoMore() {
        root().detachAppender(log);
    }

    private void logIsClean() {
        List<ILoggingEvent> events;
        synchronized (log) {
            events = new ArrayList<>(log.list);
        }
        assertThat(events).allSatisfy(event -> {
            assertThat(event.getThrowableProxy())
                    .as(event.getFormattedMessage())
                    .isNull();
            assertThat(event.getFormattedMessage()).doesNotContain(SECRET, "31 32 33 34");
        });
    }

    private static void isRefused(Raw.Exchange exchange, String code) {
        assertThat(exchange.closed()).isTrue();
        var reply = exchange.only();
        assertThat(reply.status()).as(reply.body()).isEqualTo(400);
        assertThat(reply.code()).isEqualTo(code);
        assertThat(reply.header("Connection")).isEqualToIgnoringCase("close");
        assertThat(reply.header("X-Request-Id"))
                .isNotEmpty()
                .isEqualTo(reply.json().at("/meta/request_id").asText());
        assertThat(reply.header("Cache-Control")).isEqualTo("no-store");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "G\u00c9T /v1/echo HTTP/1.1|Host: x||",
                "G\u0000T /v1/echo HTTP/1.1|Host: x||",
                "G(T /v1/echo HTTP/1.1|Host: x||",
                "GET\t/v1/echo HTTP/1.1|Host: x||",
                " GET /v1/echo HTTP/1.1|Host: x||",
                "|||||GET /v1/echo HTTP/1.1|Host: x||",
                "GET  /v1/echo HTTP/1.1|Host: x||",
                "GET /v1/echo#a HTTP/1.1|Host: x||",
                "GET /v1/echo?a=b#c HTTP/1.1|Host: x||",
                "GET x://x/v1/echo HTTP/1.1|Host: x||",
                "GET * HTTP/1.1|Host: x||",
                "GET /v1/%4 HTTP/1.1|Host: x||",
                "GET /v1/\u00e9 HTTP/1.1|Host: x||",
                "GET /v1/echo HTTP/1.x|Host: x||",
                "GET /v1/echo HTTP/1|Host: x||",
                "GET /v1/echo http/1.1|Host: x||",
                "GET /v1/echo HTTP/1.1 |Host: x||",
                "GET /v1/echo HTTP/1.1\nHost: x\n\n",
                "GET /v1/echo HTTP/1.1|Host: x\n|",
                "GET /v1/echo HTTP/1.1|Host: x|: no name||",
                "GET /v1/echo HTTP/1.1|Host: x|A b: c||",
                "GET /v1/echo HTTP/1.1|Host: x|A : c||",
                "GET /v1/echo HTTP/1.1|Host: x|A: b| folded||",
                "GET /v1/echo HTTP/1.1|Host: x|A: b\u0000c||",
                "GET /v1/echo HTTP/1.1|Host: x|A: b\rc||",
                "GET /v1/echo HTTP/1.1|Host: x|A: b\u007f||",
                "GET /v1/echo HTTP/1.1|Host: x|A\u00e9: b||",
                "GET /v1/echo HTTP/1.1|Host: x|no colon||",
                "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc",
                "PRI * HTTP/2.0||SM||",
                "GET /v1/echo|"
            })
    void aRequestThatIsNotHttpIsRefused(String request) throws IOException {
        isRefused(
                Raw.exchange(api.port(), request.replace("|", "\r\n") + "account=" + SECRET + "\r\n\r\n" + AFTER),
                "REQUEST_INVALID");
        logIsClean();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "C|{\"text\":\"a\"}XX0||",
                "C|{\"text\":\"a\"}|+0||",
                "+C|{\"text\":\"a\"}|0||",
                "-C|{\"text\":\"a\"}|0||",
                "0xC|{\"text\":\"a\"}|0||",
                " C|{\"text\":\"a\"}|0||",
                "C |{\"text\":\"a\"}|0||",
                "C 1;a|{\"text\":\"a\"}|0||",
                "|{\"text\":\"a\"}|0||",
                "C\n{\"text\":\"a\"}|0||",
                "C;a=\u0000|{\"text\":\"a\"}|0||",
                "C|{\"text\":\"a\"}|0|: no name||",
                "C|{\"text\":\"a\"}|0|no colon||",
                "C|{\"text\":\"a\"}|0|a b: c||",
                "C|{\"text\":\"a\"}|00000000000000000|",
                "fffffffffffffffff|{\"text\":\"a\"}|0||",
                "7fffffff|{\"text\":\"a\"}|0||",
                "C|{\"text\":\"a\"|}|0||"
            })
    void aMalformedChunkEndsTheConnection(String body) throws IOException {
        isRefused(
                Raw.exchange(
                        api.port(),
                        POST + System.nanoTime() + "\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked"
                                + "\r\nX-Account: " + SECRET + "\r\n\r\n" + body.replace("|", "\r\n") + AFTER),
                "BODY_INCOMPLETE");
        logIsClean();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "C|{\"text\":\"a\"}|0||",
                "c|{\"text\":\"a\"}|000||",
                "0000000C|{\"text\":\"a\"}|0||",
                "C ;name=\"value\"|{\"text\":\"a\"}|0||",
                "C \t; name = value|{\"text\":\"a\"}|0||",
                "C;name=\"value\";other|{\"text\":\"a\"}|0;last||",
                "1|{|b|\"text\":\"a\"}|0||",
                "C|{\"text\":\"a\"}|0|X-Trailer: dropped|Other:||"
            })
    void aWellFormedChunkedBodyPassesAndWhatFollowsIsTheNextRequest(String body) throws IOException {
        var exchange = Raw.exchange(
                api.port(),
                POST + System.nanoTime() + "\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
                        + body.replace("|", "\r\n")
                        + AFTER.replace("Host: x\r\n", "Host: x\r\nConnection: close\r\n"));

        assertThat(exchange.replies()).extracting(Raw.Reply::status).containsExactly(201, 200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "G", "GET /v1/e", "GET /v1/echo HTTP/1.1\r\nHost: x", "GET /v1/echo HTTP/1.1\r\nA: b\r\n"})
    void aConnectionThatEndsInsideTheHeadersEndsSilently(String begun) throws IOException {
        try (var raw = new Raw(api.port())) {
            raw.send((begun + (begun.contains(":") ? SECRET : "")).getBytes(StandardCharsets.ISO_8859_1));
            raw.end();
            var answers = raw.answers();
            assertThat(answers.replies()).isEmpty();
            assertThat(answers.closed()).isTrue();
        }
        logIsClean();
    }

    @Test
    void aRefusalCarriesTheRequestIdThatWasSent() throws IOException {
        var refused = Raw.exchange(
                api.port(), "GET /v1/echo HTTP/1.1\r\nX-Request-Id: find-me\r\nContent-Length: +1\r\n\r\nx");

        isRefused(refused, "REQUEST_INVALID");
        assertThat(refused.only().header("X-Request-Id")).isEqualTo("find-me");
    }

    @Test
    void aRefusalOfHeadHasNoBody() throws IOException {
        try (var raw = new Raw(api.port())) {
            raw.send("HEAD /v1/echo#a HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(raw.text()).startsWith("HTTP/1.1 400 ").endsWith("\r\n\r\n");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1/echo",
                "/v1/echo?",
                "/v1/echo?a=1",
                "/v1/echo?a=%2f&b=%20x",
                "/v1/echo?a=??",
                "/v1/echo/%61?"
            })
    void theTargetIsExactlyTheBytesSent(String target) throws IOException {
        var reply = Raw.exchange(
                        api.port(),
                        "GET " + target + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer "
                                + TestApi.KEY + "\r\n\r\n")
                .only();

        assertThat(reply.json().at("/data/target").asText()).isEqualTo(target);
    }

    @Test
    void manyPipelinedRequestsAreAnsweredInTheirOrderAndNoneAfterAMalformedOne() throws IOException {
        var requests = new StringBuilder();
        for (int i = 0; i < 40; i++) {
            requests.append(AFTER.replace("/v1/echo", "/v1/echo/" + i));
        }
        var exchange = Raw.exchange(api.port(), requests + AFTER.replace("/v1/echo", "/v1/#") + AFTER);

        assertThat(exchange.closed()).isTrue();
        assertThat(exchange.replies()).hasSize(41);
        assertThat(exchange.replies().getLast().code()).isEqualTo("REQUEST_INVALID");
        for (int i = 0; i < 40; i++) {
            assertThat(exchange.replies().get(i).json().at("/data/path/id").asText())
                    .isEqualTo(Integer.toString(i));
        }
    }
}
