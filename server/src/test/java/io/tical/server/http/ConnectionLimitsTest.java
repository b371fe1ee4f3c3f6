package io.tical.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.server.problem.Problem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** More connections than there may be, and more bytes than there is room for. */
class ConnectionLimitsTest {
    /** Of which each of the two public sockets has 45 %. */
    private static final int CONNECTIONS = 80;

    private static final int SHARE = 36;
    private static final String REQUEST = "GET /ok HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    private static final String BEGUN = "GET /ok HTTP/1.1\r\nHost: x\r\n";

    private final List<Raw> others = new ArrayList<>();
    private TestServer server = start(CONNECTIONS, 1024 * 1024, "");

    private static TestServer start(int connections, long bytes, String proxy) {
        return TestServer.start(
                socket(),
                socket(),
                socket(),
                List.of(),
                new io.tical.server.http.wire.Limits(
                        TestLimits.STANDARD.deadlines(),
                        connections,
                        bytes,
                        address -> address.getHostAddress().equals(proxy),
                        SourceAddress::network));
    }

    private static TestServer.Socket socket() {
        return new TestServer.Socket(
                "127.0.0.1",
                0,
                routes -> routes.get("/ok", (request, response) -> response.send("ok"))
                        .post("/json", (request, response) -> {
                            try {
                                response.send(Integer.toString(RequestBody.read(request).length));
                            } catch (Problem | HttpProblem refused) {
                                Responses.fail(request, response, "id", refused);
                            }
                        }));
    }

    private void restart(int connections, long bytes, String proxy) {
        server.close();
        server = start(connections, bytes, proxy);
    }

    @AfterEach
    void stop() throws IOException {
        for (var raw : others) {
            raw.close();
        }
        server.close();
    }

    private void open(int count, String source, String text) throws IOException {
        for (int i = 0; i < count; i++) {
            var raw = new Raw(source, server.ports().api());
            others.add(raw);
            try {
                raw.send(text.getBytes(StandardCharsets.US_ASCII));
            } catch (IOException refused) {
                // One that finds no room.
                assertThat(others).isNotEmpty();
            }
        }
    }

    private static boolean isAnswered(String source, int port) throws IOException {
        try (var raw = new Raw(source, port)) {
            raw.send(REQUEST.getBytes(StandardCharsets.US_ASCII));
            return raw.answers().replies().stream().anyMatch(reply -> reply.status() == 200);
        } catch (IOException refused) {
            return false;
        }
    }

    private int connections(String socket) throws IOException {
        var health = Raw.exchange(
                        server.ports().admin(), "GET /observe/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                .only()
                .json();
        for (var check : health.path("checks")) {
            if (check.path("name").asText().equals(socket + " socket")) {
                assertThat(check.path("status").asText()).isEqualTo("UP");
                return check.at("/data/connections").asInt();
            }
        }
        throw new AssertionError(health);
    }

    @Test
    void anAddressWithManyUnfinishedHeadersGivesWayToAnother() throws IOException {
        open(3 * SHARE, "127.0.0.2", BEGUN);

        for (int i = 0; i < 2 * SHARE; i++) {
            assertThat(isAnswered("127.0.0.3", server.ports().api())).isTrue();
        }
        assertThat(connections("api")).isLessThanOrEqualTo(SHARE);
    }

    @Test
    void anAddressWithManyUnfinishedBodiesGivesWayToAnother() throws IOException {
        open(3 * SHARE, "127.0.0.2", "POST /json HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n12345");

        for (int i = 0; i < 2 * SHARE; i++) {
            assertThat(isAnswered("127.0.0.3", server.ports().api())).isTrue();
        }
    }

    @Test
    void oneSocketDoesNotTakeFromAnother() throws IOException {
        open(3 * CONNECTIONS, "127.0.0.2", BEGUN);

        assertThat(isAnswered("127.0.0.2", server.ports().pay())).isTrue();
        assertThat(isAnswered("127.0.0.2", server.ports().admin())).isTrue();
        assertThat(connections("pay")).isLessThanOrEqualTo(1);
    }

    @Test
    void silentConnectionsOfManyAddressesGiveWay() throws IOException {
        for (int i = 0; i < 3 * SHARE; i++) {
            open(1, "127.0.1." + (i + 1), BEGUN);
        }

        await().atMost(Duration.ofSeconds(60))
                .until(() -> isAnswered("127.0.0.3", server.ports().api()));
    }

    @Test
    void anAddressMakesRoomForItselfWithItsOwnSilentConnectionsAndNotWithThoseOfOthers() throws IOException {
        open(1, "127.0.0.3", REQUEST.replace("Connection: close\r\n", ""));
        open(SHARE - 1, "127.0.0.2", BEGUN);

        await().atMost(Duration.ofSeconds(60))
                .until(() -> isAnswered("127.0.0.2", server.ports().api()));

        var kept = others.getFirst();
        kept.send(REQUEST.getBytes(StandardCharsets.US_ASCII));
        assertThat(kept.answers().replies()).extracting(Raw.Reply::status).containsExactly(200, 200);
    }

    @Test
    void connectionsOfAProxyAreNotThoseOfOneClient() throws IOException {
        restart(CONNECTIONS, 1024 * 1024, "127.0.0.2");
        var kept = new Raw("127.0.0.2", server.ports().api());
        others.add(kept);
        kept.send(BEGUN.getBytes(StandardCharsets.US_ASCII));
        open(SHARE - 1, "127.0.0.2", BEGUN);

        // A newcomer of another address has no more right to a place than any client behind the proxy.
        assertThat(isAnswered("127.0.0.3", server.ports().api())).isFalse();
        kept.send("Connection: close\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        assertThat(kept.answers().only().status()).isEqualTo(200);
    }

    @Test
    void bodiesThatAreHeldAreClosedBeforeTheyFillTheMemory() throws IOException {
        restart(4_000, 1024 * 1024, "");
        var unfinished = "POST /json HTTP/1.1\r\nHost: x\r\nContent-Length: 65000\r\n\r\n" + "x".repeat(64_000);
        open(60, "127.0.0.2", unfinished);

        await().atMost(Duration.ofSeconds(60)).until(() -> connections("api") <= 16);
        assertThat(isAnswered("127.0.0.2", server.ports().api())).isTrue();
        assertThat(Raw.exchange(
                                server.ports().api(),
                                "POST /json HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 5\r\n\r\n12345")
                        .only()
                        .body())
                .isEqualTo("5");
    }
}
