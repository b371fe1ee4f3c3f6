package io.tical.server.webhook;

import static io.tical.server.webhook.TestSender.BODY;
import static io.tical.server.webhook.TestSender.OK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One post: what is sent, and to which address. */
class CallbackSenderTest {
    private final CallbackSender sender = TestSender.of(Duration.ofSeconds(10));

    @AfterEach
    void stop() {
        sender.close();
    }

    private Outcome post(Listener listener) {
        return sender.post(listener.url(), Map.of(), BODY);
    }

    @Test
    void aRequestIsWhatItShouldBeAndNothingElse() throws IOException {
        try (var listener = Listener.answering(OK)) {
            var headers = new LinkedHashMap<String, String>();
            headers.put("Content-Type", "application/json");
            headers.put("X-P2P-Signature", "v1=ab,v1=cd");

            assertThat(sender.post(listener.url() + "?a=%20b&c", headers, BODY))
                    .isEqualTo(new Outcome.Answered(200, "ok"));
            assertThat(listener.requests())
                    .containsExactly(String.format(Locale.ROOT, """
                    POST /hooks?a=%%20b&c HTTP/1.1
                    Host: 127.0.0.1:%d
                    Content-Type: application/json
                    X-P2P-Signature: v1=ab,v1=cd
                    Accept-Encoding: identity
                    Connection: close
                    Content-Length: 15

                    """, listener.port())
                                    .replace("\n", "\r\n") + "{\"paid\":\"฿1\"}");
        }
    }

    @Test
    void aBodyMayBeEmptyOrLarge() throws IOException {
        try (var listener = Listener.answering(OK)) {
            assertThat(sender.post(listener.url(), Map.of(), new byte[0])).isEqualTo(new Outcome.Answered(200, "ok"));
            assertThat(sender.post(
                            listener.url(), Map.of(), "x".repeat(3_000_000).getBytes(StandardCharsets.UTF_8)))
                    .isEqualTo(new Outcome.Answered(200, "ok"));
            assertThat(listener.requests().getFirst()).endsWith("Content-Length: 0\r\n\r\n");
            assertThat(listener.requests().getLast()).endsWith("x".repeat(3_000_000));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "Host, evil.example",
        "content-length, 5",
        "Transfer-Encoding, chunked",
        "Connection, keep-alive",
        "Expect, 100-continue",
        "'X-A: b\r\nX-B', c",
        "'', c",
        "'X A', c",
        "X-A, 'b\r\nX-B: c'",
        "X-A, 'b\0'",
        "X-A, é"
    })
    void aHeaderThatCannotBeSentIsAFaultOfOurs(String name, String value) throws IOException {
        try (var listener = Listener.answering(OK)) {
            assertThatThrownBy(() -> sender.post(listener.url(), Map.of(name, value), BODY))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThat(listener.connections()).isZero();
        }
    }

    @Test
    void anIpv6AddressIsReachedToo() throws IOException {
        try (var listener = ipv6Listener()) {
            assertThat(sender.post("http://[::1]:" + listener.port() + "/", Map.of(), BODY))
                    .isEqualTo(new Outcome.Answered(200, "ok"));
            assertThat(listener.requests().getFirst()).contains("\r\nHost: [::1]:" + listener.port() + "\r\n");
        }
    }

    private static Listener ipv6Listener() {
        try {
            return Listener.answering("::1", OK);
        } catch (IOException e) {
            return Assumptions.abort("This machine has no IPv6 loopback address");
        }
    }

    @Test
    void nobodyListeningIsConnectionRefused() throws IOException {
        int port;
        try (var free = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            port = free.getLocalPort();
        }
        assertThat(sender.post("http://127.0.0.1:" + port + "/", Map.of(), BODY))
                .isEqualTo(new Outcome.Unanswered("connection refused"));
    }

    @Test
    void aResetIsAReset() throws IOException {
        try (var listener = new Listener("127.0.0.1", socket -> {
            socket.getInputStream().read();
            socket.setSoLinger(true, 0);
        })) {
            assertThat(post(listener)).isEqualTo(new Outcome.Unanswered("connection reset"));
        }
    }

    @Test
    void aHostWithoutAnAddressCannotBeResolved() {
        assertThat(sender.post("http://shop.example/", Map.of(), BODY))
                .isEqualTo(new Outcome.Unanswered("could not resolve host"));
        try (var empty = TestSender.of(Duration.ofSeconds(10), (host, within) -> List.of())) {
            assertThat(empty.post("http://shop.example/", Map.of(), BODY))
                    .isEqualTo(new Outcome.Unanswered("could not resolve host"));
        }
    }

    @Test
    void ofSeveralAddressesTheFirstThatAcceptsGetsTheCallbackOnce() throws IOException {
        try (var listener = Listener.answering(OK);
                var several = TestSender.of(
                        Duration.ofSeconds(10),
                        (host, within) -> List.of(
                                InetAddress.ofLiteral("127.0.0.3"),
                                InetAddress.ofLiteral("127.0.0.1"),
                                InetAddress.ofLiteral("127.0.0.4")))) {
            var url = "http://shop.example:" + listener.port() + "/";

            assertThat(several.post(url, Map.of(), BODY)).isEqualTo(new Outcome.Answered(200, "ok"));
            assertThat(listener.requests())
                    .singleElement()
                    .asString()
                    .contains("\r\nHost: shop.example:" + listener.port());
        }
    }

    @Test
    void aHundredAtOnceEachGetTheirOwnAnswer() throws Exception {
        try (var listener = Listener.answering(
                        request -> "HTTP/1.1 200 OK\r\n\r\n" + request.substring(request.indexOf("\r\n\r\n") + 4));
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var posts = new ArrayList<Callable<Outcome>>();
            for (int i = 0; i < 100; i++) {
                var body = ("number " + i).getBytes(StandardCharsets.UTF_8);
                posts.add(() -> sender.post(listener.url(), Map.of(), body));
            }
            var answers = threads.invokeAll(posts);
            for (int i = 0; i < 100; i++) {
                assertThat(answers.get(i).get()).isEqualTo(new Outcome.Answered(200, "number " + i));
            }
            assertThat(listener.connections()).isEqualTo(100);
            Awaitility.await().atMost(Duration.ofSeconds(90)).until(() -> listener.open() == 0);
        }
    }

    @Test
    void anInterruptedThreadStopsAndStaysInterrupted() throws Exception {
        var over = new CountDownLatch(1);
        try (var listener = new Listener("127.0.0.1", socket -> over.await(20, TimeUnit.SECONDS))) {
            var outcome = new CompletableFuture<String>();
            var thread = Thread.ofVirtual().start(() -> {
                var answer = post(listener);
                outcome.complete(answer + " " + Thread.currentThread().isInterrupted());
            });
            Awaitility.await().until(() -> listener.connections() == 1);
            thread.interrupt();

            assertThat(outcome)
                    .succeedsWithin(Duration.ofSeconds(5))
                    .isEqualTo(new Outcome.Unanswered("interrupted") + " true");
        } finally {
            over.countDown();
        }
    }
}
