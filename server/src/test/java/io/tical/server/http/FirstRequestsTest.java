package io.tical.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The first request of a connection means the same, however its bytes arrive. */
class FirstRequestsTest {
    private static final long SEED = 20_261_122;

    private final AtomicInteger handled = new AtomicInteger();
    private final TestServer server = TestServer.start(socket(), socket(), socket(), List.of(), TestLimits.STANDARD);

    private TestServer.Socket socket() {
        return new TestServer.Socket(
                "127.0.0.1",
                0,
                routes -> routes.post("/echo", (request, response) -> {
                    handled.incrementAndGet();
                    response.send(request.content().as(String.class));
                }));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static String text(Random random, int length) {
        return random.ints(length, 'a', 'z' + 1)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static String plain(String body) {
        return "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    }

    private static String chunked(Random random, String body) {
        var request = new StringBuilder("POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
        for (int at = 0; at < body.length(); ) {
            var size = Math.min(body.length() - at, 1 + random.nextInt(3_000));
            request.append(Integer.toHexString(size)).append("\r\n");
            request.append(body, at, at + size).append("\r\n");
            at += size;
        }
        return request.append("0\r\n\r\n").toString();
    }

    /** Sends a request in pieces, most of which arrive separately. */
    private static void sendInPieces(Raw raw, Random random, String request) throws IOException {
        var bytes = request.getBytes(StandardCharsets.US_ASCII);
        var pieces = 1 + random.nextInt(12);
        for (int piece = 0, at = 0; piece < pieces; piece++) {
            var to = piece == pieces - 1 ? bytes.length : at + random.nextInt(bytes.length - at + 1);
            raw.send(Arrays.copyOfRange(bytes, at, to));
            Thread.yield();
            at = to;
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 100, 16_384, 40_000, 65_536, 65_537, 200_000})
    void aBodyIsTheSameHoweverItArrives(int length) throws IOException {
        var random = new Random(SEED + length);
        for (int round = 0; round < 20; round++) {
            var body = text(random, length);
            var request = round % 2 == 0 ? plain(body) : chunked(random, body);
            try (var raw = new Raw(server.ports().api())) {
                sendInPieces(raw, random, request + plain("second"));
                raw.end();
                assertThat(raw.answers().replies())
                        .as("seed %d, round %d", SEED + length, round)
                        .extracting(Raw.Reply::status, Raw.Reply::body)
                        .containsExactly(tuple(200, body), tuple(200, "second"));
            }
        }
    }

    @Test
    void theLongestHeadersAreAcceptedInPieces() throws IOException {
        var target = "/echo?" + "x".repeat(8_000);
        var header = "X-Padding: " + "y".repeat(15_900) + "\r\n";
        var request = "POST " + target + " HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n" + header + "\r\nok";
        var random = new Random(SEED);
        for (int round = 0; round < 20; round++) {
            try (var raw = new Raw(server.ports().api())) {
                sendInPieces(raw, random, request);
                raw.end();
                assertThat(raw.answers().only().body()).as("round %d", round).isEqualTo("ok");
            }
        }
    }

    /** Threads are started at a limited rate, so most of these requests wait for one when the server stops. */
    @Test
    @Timeout(30)
    void requestsThatWaitForAThreadAreAnsweredBeforeTheServerStops() throws Exception {
        assertThat(connections()).isZero();
        var waiting = new ArrayList<Raw>();
        try (var closing = Executors.newSingleThreadExecutor()) {
            for (int i = 0; i < 600; i++) {
                var raw = new Raw(server.ports().api());
                waiting.add(raw);
                raw.send(plain("ok")
                        .replace("Host: x", "Host: x\r\nConnection: close")
                        .getBytes(StandardCharsets.US_ASCII));
            }
            // Not with Awaitility, because they wait for some tenths of a second only.
            while (connections() + handled.get() < waiting.size()) {
                Thread.onSpinWait();
            }
            var stopped = closing.submit(server::close);
            var answered = 0;
            for (var raw : waiting) {
                answered += raw.answers().replies().size();
            }
            stopped.get();
            // A few connections were counted twice, so as many may have arrived too late to be accepted.
            assertThat(answered).isGreaterThan(580);
        } finally {
            for (var raw : waiting) {
                raw.close();
            }
        }
    }

    /** Open connections of the socket. */
    private int connections() throws IOException {
        var health = Raw.exchange(
                        server.ports().admin(), "GET /observe/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                .only()
                .json();
        return health.findValues("checks").stream()
                .flatMap(JsonNode::valueStream)
                .filter(check -> check.path("name").asText().equals("api socket"))
                .mapToInt(check -> check.at("/data/connections").asInt())
                .sum();
    }

    @Test
    void requestsThatAreNotCompleteDelayNoOther() throws IOException {
        var waiting = new ArrayList<Raw>();
        try {
            for (int i = 0; i < 150; i++) {
                var raw = new Raw("127.0.0." + (2 + i % 10), server.ports().api());
                waiting.add(raw);
                raw.send(plain("a".repeat(1_000)).substring(0, 20 + 5 * i).getBytes(StandardCharsets.US_ASCII));
            }
            assertThat(Raw.exchange(
                                    server.ports().api(),
                                    plain("now").replace("Host: x", "Host: x\r\nConnection: close"))
                            .only()
                            .body())
                    .isEqualTo("now");
            for (int i = 0; i < 150; i++) {
                var raw = waiting.get(i);
                raw.send(plain("a".repeat(1_000)).substring(20 + 5 * i).getBytes(StandardCharsets.US_ASCII));
                raw.end();
                assertThat(raw.answers().only().body()).hasSize(1_000);
            }
        } finally {
            for (var raw : waiting) {
                raw.close();
            }
        }
    }
}
