package io.tical.server.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.server.http.EventStream;
import io.tical.server.http.HttpServer;
import io.tical.server.http.SessionApi;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.http.SessionToken;
import io.tical.server.http.SourceAddress;
import io.tical.server.http.TestLimits;
import io.tical.server.http.TestServer;
import io.tical.server.http.wire.Deadlines;
import io.tical.server.load.TokenBuckets;
import io.tical.server.work.Supervisor;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A client of the events that never reads from its socket. */
class SlowListenerTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Kernel buffers take about ten of them, and a listener may be sixty behind. */
    private static final int CHANGES = 120;

    private static final String FILLING = "x".repeat(16 * 1024);

    /** A response may stall for three times the grace period. */
    private static final Deadlines SHORT = new Deadlines(
            Duration.ofSeconds(10),
            Duration.ofMinutes(2),
            Duration.ofSeconds(30),
            Duration.ofMinutes(5),
            Duration.ofMillis(500),
            2_000,
            Duration.ofSeconds(1));

    private final BlockingQueue<QueueWatch.Change> changes = new LinkedBlockingQueue<>();
    private final Set<String> open = ConcurrentHashMap.newKeySet();
    private QueueEvents events;
    private TestServer server;

    private final class Queues implements QueueEvents.Source {
        @Override
        public List<QueueWatch.Change> changes() {
            var change = changes.poll();
            return change == null ? List.of() : List.of(change);
        }

        @Override
        public List<QueueWatch.Change> states() {
            return List.of(change("nothing"));
        }
    }

    /** A stream whose end the test sees. */
    private record Watched(EventStream stream, Runnable ended) implements EventStream {
        @Override
        public byte[] next(Duration wait) throws InterruptedException {
            return stream.next(wait);
        }

        @Override
        public void close() {
            stream.close();
            ended.run();
        }
    }

    @BeforeEach
    void start() {
        events = new QueueEvents(Queues::new, Duration.ofMillis(1), new Supervisor(failure -> {}));
        var api = new SessionApi<String>(
                new SessionToken.Bearer(),
                Optional::of,
                new SourceAddress(List.of()),
                TokenBuckets.perMinute(0),
                List.of(new SessionEndpoint.Stream<>("/staff/events", person -> true, (call, lastId) -> {
                    var stream = events.listen(call.person(), Reach.BOTH, lastId);
                    open.add(call.person());
                    return new Watched(stream, () -> open.remove(call.person()));
                })));
        server = TestServer.start(
                new TestServer.Socket("127.0.0.1", 0, routes -> HttpServer.mount(routes, "/staff", api)),
                new TestServer.Socket("127.0.0.1", 0, routes -> {}),
                new TestServer.Socket("127.0.0.1", 0, routes -> {}),
                List.of(),
                TestLimits.STANDARD.with(SHORT));
    }

    @AfterEach
    void stop() {
        events.close();
        server.close();
    }

    private static QueueWatch.Change change(String text) {
        return QueueWatch.Change.toAll("item", ("{\"n\":\"" + text + "\"}").getBytes(StandardCharsets.UTF_8));
    }

    private Socket listen(String person) throws IOException {
        var socket = new Socket();
        socket.setReceiveBufferSize(4 * 1024);
        socket.setSoTimeout((int) PATIENCE.toMillis());
        socket.connect(new InetSocketAddress("127.0.0.1", server.ports().api()));
        socket.getOutputStream()
                .write(("GET /staff/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + person + "\r\n\r\n")
                        .getBytes(StandardCharsets.ISO_8859_1));
        await().atMost(PATIENCE).until(() -> open.contains(person));
        return socket;
    }

    @Test
    void isDisconnectedWithinItsDeadlineWithoutDelayingOthers() throws Exception {
        try (var lazy = listen("lazy");
                var eager = listen("eager")) {
            var reader = new BufferedReader(new InputStreamReader(eager.getInputStream(), StandardCharsets.UTF_8));
            for (var line = reader.readLine(); !line.equals(":"); line = reader.readLine()) {
                assertThat(line).doesNotContain("{");
            }
            for (int number = 0; number < CHANGES; number++) {
                changes.add(change(number + FILLING));
                var wanted = "{\"n\":\"" + number + "x";
                for (var line = reader.readLine(); !line.contains(wanted); line = reader.readLine()) {
                    // The next comment comes after 15 seconds without a change: the one that is awaited was left out.
                    assertThat(line).isNotEqualTo(":");
                }
            }

            await().atMost(PATIENCE).until(() -> !open.contains("lazy"));
            assertThat(open).containsExactly("eager");
            assertThat(received(lazy)).isLessThan(CHANGES * FILLING.length() / 2);
            changes.add(change("still here"));
            for (var line = reader.readLine(); !line.contains("still here"); line = reader.readLine()) {
                assertThat(line).isNotNull();
            }
        }
    }

    /** What is left in the kernel's buffers until the end of the connection. */
    private static int received(Socket socket) throws IOException {
        var buffer = new byte[8 * 1024];
        var total = 0;
        try {
            for (var count = socket.getInputStream().read(buffer); count >= 0; ) {
                total += count;
                count = socket.getInputStream().read(buffer);
            }
        } catch (java.net.SocketException reset) {
            assertThat(reset).hasMessageContaining("reset");
        }
        return total;
    }
}
