package io.tical.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.server.http.wire.Deadlines;
import io.tical.server.problem.Problem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Clients that are slow, each of which is waited for so long and no longer. */
class DeadlinesTest {
    /** Short for a test, and long for a busy machine. */
    private static final Deadlines SHORT = new Deadlines(
            Duration.ofMillis(600),
            Duration.ofMillis(1_200),
            Duration.ofMillis(900),
            Duration.ofMillis(5_000),
            Duration.ofMillis(500),
            2_000,
            Duration.ofMillis(200));

    private static final Duration SOON = Duration.ofSeconds(60);
    private static final String FORM =
            "POST /open/file HTTP/1.1\r\nHost: x\r\n" + "Content-Type: multipart/form-data; boundary=b\r\n";
    /** So much is ahead of the rate for five seconds, however late the rest goes out. */
    private static final byte[] AHEAD = new byte[10_000];

    private static final byte[] LARGE = new byte[8 * 1024 * 1024];

    private static TestServer server;

    @BeforeAll
    static void start() {
        var api = new PublicApi(
                new SourceAddress(List.of()),
                new TokenLimits(0, token -> true),
                new Uploads(TestUploads.folder(), 100),
                2);
        List<PublicEndpoint<Content>> data = List.of(
                PublicEndpoint.get("/open/echo", call -> Answer.ok(Map.of("target", "here"))),
                PublicEndpoint.get("/open/slow", call -> {
                    pause();
                    return Answer.ok(Map.of("slow", true));
                }),
                PublicEndpoint.post(
                        "/open/file",
                        call -> Answer.ok(Map.of(
                                "bytes",
                                call.file(
                                        new PublicCall.Sender(call.requestId(), new UUID(0, 1)),
                                        "file",
                                        1_000_000,
                                        file -> file.length())))));
        var large = StaticContent.of("application/octet-stream", LARGE);
        server = TestServer.start(
                new TestServer.Socket(
                        "127.0.0.1",
                        0,
                        routes -> routes.post("/json", (request, response) -> {
                            try {
                                response.send(Integer.toString(RequestBody.read(request).length));
                            } catch (Problem | HttpProblem refused) {
                                Responses.fail(request, response, "id", refused);
                            }
                        })),
                new TestServer.Socket("127.0.0.1", 0, routes -> {
                    api.mount(routes, "/open", data, List.of());
                    routes.any("/large", (request, response) -> large.answer(request, response, "default-src 'none'"));
                }),
                new TestServer.Socket("127.0.0.1", 0, routes -> {}),
                List.of(),
                TestLimits.STANDARD.with(SHORT));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** A handler that takes longer than any deadline of a client. */
    private static void pause() {
        try {
            new CountDownLatch(1).await(2_000, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static int pay() {
        return server.ports().pay();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static void isTimedOut(Raw raw) {
        var answers = raw.answers();
        assertThat(answers.closed()).isTrue();
        assertThat(answers.only().status()).isEqualTo(408);
        assertThat(answers.only().code()).isEqualTo("REQUEST_TIMEOUT");
        assertThat(answers.only().header("Connection")).isEqualToIgnoringCase("close");
    }

    /** Sends a byte at a time until the server ends the connection, for so long at most. */
    private static void dribble(Raw raw, String text, long periodMs) {
        await().atMost(SOON).pollInterval(Duration.ofMillis(periodMs)).until(() -> {
            try {
                raw.send(bytes(text));
                return raw.hasAnswer();
            } catch (IOException closed) {
                return true;
            }
        });
    }

    @Test
    void aConnectionThatSaysNothingIsClosedWithoutAWord() throws IOException {
        try (var raw = new Raw(pay())) {
            var answers = raw.answers();
            assertThat(answers.closed()).isTrue();
            assertThat(answers.replies()).isEmpty();
        }
    }

    @Test
    void aHeaderThatDoesNotEndIsTimedOut() throws IOException {
        try (var raw = new Raw(pay())) {
            raw.send(bytes("GET /open/echo HTTP/1.1\r\nHost: x\r\n"));
            isTimedOut(raw);
        }
    }

    @Test
    void aHeaderThatComesByteByByteIsTimedOut() throws IOException {
        try (var raw = new Raw(pay())) {
            raw.send(bytes("GET /open/echo HTTP/1.1\r\nHost: "));
            dribble(raw, "x", 100);
            isTimedOut(raw);
        }
    }

    @Test
    void theHeaderOfASecondRequestHasADeadlineToo() throws IOException {
        try (var raw = new Raw(pay())) {
            raw.send(bytes("GET /open/echo HTTP/1.1\r\nHost: x\r\n\r\nGET /open"));
            var answers = raw.answers();
            assertThat(answers.closed()).isTrue();
            assertThat(answers.replies()).extracting(Raw.Reply::status).containsExactly(200, 408);
        }
    }

    @Test
    void anIdleConnectionIsClosedWithoutAWord() throws IOException {
        try (var raw = new Raw(pay())) {
            raw.send(bytes("GET /open/echo HTTP/1.1\r\nHost: x\r\n\r\n"));
            var answers = raw.answers();
            assertThat(answers.closed()).isTrue();
            assertThat(answers.only().status()).isEqualTo(200);
        }
    }

    @Test
    void aBodyThatDoesNotComeIsTimedOut() throws IOException {
        try (var raw = new Raw(server.ports().api())) {
            raw.send(bytes("POST /json HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n"));
            isTimedOut(raw);
        }
    }

    @Test
    void aBodyThatComesByteByByteIsTimedOut() throws IOException {
        try (var raw = new Raw(server.ports().api())) {
            raw.send(bytes("POST /json HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"));
            dribble(raw, "1\r\na\r\n", 100);
            isTimedOut(raw);
        }
    }

    @Test
    void anUploadBelowTheRateIsTimedOut() throws IOException {
        try (var raw = new Raw(pay())) {
            raw.send(bytes(FORM + "Content-Length: 500000\r\n\r\n"));
            dribble(raw, "x".repeat(100), 100);
            isTimedOut(raw);
        }
    }

    @Test
    void anUploadAboveTheRateIsTimedOutOnlyWhenItTakesTooLongAltogether() throws IOException {
        try (var raw = new Raw(pay())) {
            var start = System.nanoTime();
            raw.send(bytes(FORM + "Content-Length: 9000000\r\n\r\n"));
            raw.send(AHEAD);
            dribble(raw, "x".repeat(1_000), 100);
            isTimedOut(raw);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(4_900));
        }
    }

    @Test
    void anUploadThatIsSlowerThanABodyMayBeIsReadWhole() throws IOException {
        var head = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n";
        var tail = "\r\n--b--\r\n";
        try (var raw = new Raw(pay())) {
            raw.send(bytes(FORM + "Connection: close\r\nContent-Length: " + (head.length() + 12_000 + tail.length())
                    + "\r\n\r\n" + head));
            raw.send(AHEAD);
            var sent = new int[1];
            await().atMost(SOON).pollInterval(Duration.ofMillis(120)).until(() -> {
                raw.send(new byte[200]);
                return ++sent[0] == 10;
            });
            raw.send(bytes(tail));
            assertThat(raw.answers().only().json().at("/data/bytes").asInt()).isEqualTo(12_000);
        }
    }

    @Test
    void aHandlerThatTakesLongIsNoFaultOfTheClient() throws IOException {
        var reply = Raw.exchange(pay(), "GET /open/slow HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                .only();

        assertThat(reply.status()).isEqualTo(200);
    }

    @Test
    void aLargeAnswerArrivesWhole() throws IOException {
        var reply = Raw.exchange(pay(), "GET /large HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                .only();

        assertThat(reply.body()).hasSize(LARGE.length);
    }

    @Test
    void aClientThatReadsNothingIsClosed() throws IOException {
        try (var raw = new Raw(pay())) {
            raw.send(bytes("GET /large HTTP/1.1\r\nHost: x\r\n\r\n".repeat(12)));
            await().atMost(SOON).until(() -> {
                try {
                    raw.send(bytes("GET /open/echo HTTP/1.1\r\nHost: x\r\n\r\n"));
                    return false;
                } catch (IOException closed) {
                    return true;
                }
            });
        }
    }
}
