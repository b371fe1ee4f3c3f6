package io.tical.server.webhook;

import static io.tical.server.webhook.TestSender.BODY;
import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.webhook.Resolver.SystemResolver;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Servers that do not answer, or never end. */
class CallbackDeadlinesTest {
    private static final Duration SHORT = Duration.ofMillis(600);

    private final CallbackSender hasty = TestSender.of(SHORT);

    @AfterEach
    void stop() {
        hasty.close();
    }

    /** Posts with the short deadline, and holds it against the clock. */
    private Outcome postInHaste(String url, byte[] body) {
        var started = System.nanoTime();
        var outcome = hasty.post(url, Map.of(), body);
        assertThat(Duration.ofNanos(System.nanoTime() - started))
                .isBetween(SHORT.minusMillis(20), SHORT.plusSeconds(15));
        return outcome;
    }

    private static void wait(CountDownLatch latch) throws InterruptedException {
        latch.await(20, TimeUnit.SECONDS);
    }

    @Test
    void whoeverHangsOrDripsIsLeftAtTheDeadlineAndTheConnectionIsClosed() throws IOException {
        var silent = "";
        var dripping = "HTTP/1.1 200 OK\r\nX: ";
        var drippingBody = "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n";
        var drippingChunks = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n400\r\n";
        for (var start : List.of(silent, dripping, drippingBody, drippingChunks)) {
            try (var listener = new Listener("127.0.0.1", socket -> {
                var out = socket.getOutputStream();
                out.write(start.getBytes(StandardCharsets.US_ASCII));
                if (start.isEmpty()) {
                    while (socket.getInputStream().read() >= 0) {
                        // Until the other side has had enough.
                    }
                }
                while (!start.isEmpty()) {
                    out.write('x');
                    Thread.sleep(20);
                }
            })) {
                if (start.endsWith("\r\n")) {
                    // On a starved machine the headers may be later than the short deadline, so more than one attempt
                    // counts.
                    Awaitility.await()
                            .atMost(Duration.ofSeconds(90))
                            .until(() -> postInHaste(listener.url(), BODY) instanceof Outcome.Answered);
                } else {
                    assertThat(postInHaste(listener.url(), BODY)).isEqualTo(new Outcome.Unanswered("timeout"));
                }
                Awaitility.await().atMost(Duration.ofSeconds(90)).until(() -> listener.open() == 0);
            }
        }
    }

    @Test
    void whoeverDoesNotReadIsLeftAtTheDeadlineToo() throws IOException {
        var over = new CountDownLatch(1);
        try (var listener = new Listener("127.0.0.1", socket -> wait(over))) {
            assertThat(postInHaste(listener.url(), new byte[50_000_000])).isEqualTo(new Outcome.Unanswered("timeout"));
        } finally {
            over.countDown();
        }
    }

    @Test
    void aHandshakeThatHangsIsLeftAtTheDeadline() throws IOException {
        var over = new CountDownLatch(1);
        try (var listener = new Listener("127.0.0.1", socket -> wait(over))) {
            assertThat(postInHaste(listener.url().replace("http:", "https:"), BODY))
                    .isEqualTo(new Outcome.Unanswered("timeout"));
        } finally {
            over.countDown();
        }
    }

    @Test
    void resolvingCountsTowardsTheDeadline() {
        var over = new CountDownLatch(1);
        try (var slow = TestSender.of(SHORT, new SystemResolver(host -> {
            try {
                wait(over);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return new InetAddress[0];
        }))) {
            var started = System.nanoTime();
            assertThat(slow.post("http://shop.example/", Map.of(), BODY))
                    .isEqualTo(new Outcome.Unanswered("could not resolve host"));
            assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(SHORT.plusSeconds(15));
        } finally {
            over.countDown();
        }
    }

    @Test
    void aHundredThatHangEndTogetherAtTheDeadline() throws Exception {
        var over = new CountDownLatch(1);
        try (var listener = new Listener("127.0.0.1", socket -> wait(over));
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var posts = new ArrayList<Callable<Outcome>>();
            for (int i = 0; i < 100; i++) {
                posts.add(() -> postInHaste(listener.url(), BODY));
            }
            for (var answer : threads.invokeAll(posts)) {
                assertThat(answer.get()).isEqualTo(new Outcome.Unanswered("timeout"));
            }
        } finally {
            over.countDown();
        }
    }
}
