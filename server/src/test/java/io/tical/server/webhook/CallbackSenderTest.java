package io.tical.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.server.access.AddressRanges;
import io.tical.server.webhook.Resolver.SystemResolver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One post, to everything that a server can do. */
class CallbackSenderTest {
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
    private static final Duration SHORT = Duration.ofMillis(600);
    private static final byte[] BODY = "{\"paid\":\"฿1\"}".getBytes(StandardCharsets.UTF_8);

    private final CallbackSender sender = sender(Duration.ofSeconds(10));
    private final CallbackSender hasty = sender(SHORT);

    private static CallbackSender sender(Duration deadline) {
        return sender(deadline, (host, within) -> {
            throw new UnknownHostException(host);
        });
    }

    private static CallbackSender sender(Duration deadline, Resolver resolver) {
        try {
            var guard = new AddressGuard(AddressRanges.of(List.of("127.0.0.0/8", "::1")));
            return new CallbackSender(
                    guard, resolver, SSLContext.getDefault().getSocketFactory(), deadline, Socket::connect);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    @AfterEach
    void stop() {
        sender.close();
        hasty.close();
    }

    private Outcome post(Listener listener) {
        return sender.post(listener.url(), Map.of(), BODY);
    }

    /** Posts with the short deadline, and holds it against the clock. */
    private Outcome postInHaste(String url, byte[] body) {
        var started = System.nanoTime();
        var outcome = hasty.post(url, Map.of(), body);
        assertThat(Duration.ofNanos(System.nanoTime() - started))
                .isBetween(SHORT.minusMillis(20), SHORT.plusSeconds(4));
        return outcome;
    }

    private static void wait(CountDownLatch latch) throws InterruptedException {
        latch.await(20, TimeUnit.SECONDS);
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
                    .containsExactly("""
                    POST /hooks?a=%%20b&c HTTP/1.1
                    Host: 127.0.0.1:%d
                    Content-Type: application/json
                    X-P2P-Signature: v1=ab,v1=cd
                    Accept-Encoding: identity
                    Connection: close
                    Content-Length: 15

                    """.formatted(listener.port()).replace("\n", "\r\n") + "{\"paid\":\"฿1\"}");
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

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "HTTP/1.1 200 OK%Content-Length: 2%%okbeyond                           | 200 | ok",
                "HTTP/1.1 200 OK%content-LENGTH:2   %%ok                               | 200 | ok",
                "HTTP/1.1 200%Content-Length: 0%%                                      | 200 | ''",
                "HTTP/1.0 200 Fine with me%%until the end                              | 200 | until the end",
                "HTTP/1.1 201 Created%Transfer-Encoding: chunked%%3%abc%4;x=y%defg%0%% | 201 | abcdefg",
                "HTTP/1.1 200 OK%Transfer-Encoding: gzip, Chunked%Content-Length: 1%%2%ok%0%% | 200 | ok",
                "HTTP/1.1 200 OK%Transfer-Encoding: chunked%%0002%ok%0%X-Trailer: 1%%  | 200 | ok",
                "HTTP/1.1 204 No Content%%                                             | 204 | ''",
                "HTTP/1.1 204 No Content%Content-Length: 5%%                           | 204 | ''",
                "HTTP/1.1 304 Not Modified%Content-Length: 5%%                         | 304 | ''",
                "HTTP/1.1 301 Moved%Location: http://10.0.0.1/%Content-Length: 0%%     | 301 | ''",
                "HTTP/1.1 404 Not Found%Content-Length: 4%%gone                        | 404 | gone",
                "HTTP/1.1 429 Slow down%Retry-After: 5%%                               | 429 | ''",
                "HTTP/1.1 500 Oops%Content-Length: 4%%oops                             | 500 | oops",
                "HTTP/1.1 599 Oops%%                                                   | 599 | ''",
                "HTTP/1.1 100 Continue%%HTTP/1.1 200 OK%%                              | 200 | ''",
                "HTTP/1.1 103 Early Hints%Link: </a>%%HTTP/1.1 102 Processing%%HTTP/1.1 202 OK%Content-Length: 1%%x | 202 | x",
                "HTTP/1.1 200 OK%X-Folded: a%  b: c%Content-Length: 2%%ok              | 200 | ok",
                "HTTP/1.1 200 OK%Content-Length: 2%Content-Length: 2%%ok               | 200 | ok"
            })
    void whateverIsAnAnswerIsAnswered(String answer, int status, String excerpt) throws IOException {
        for (var lineEnd : List.of("\r\n", "\n")) {
            try (var listener = Listener.answering(answer.replace("%", lineEnd))) {
                assertThat(post(listener)).isEqualTo(new Outcome.Answered(status, excerpt));
                assertThat(listener.connections()).isOne();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SSH-2.0-OpenSSH_9.6%",
                "220 mail.example ESMTP%",
                "%",
                "HTTP/2 200 OK%%",
                "HTTP/1.1 2000 OK%%",
                "HTTP/1.1 099 Low%%",
                "HTTP/1.1 600 High%%",
                "HTTP/1.1 abc OK%%",
                "HTTP/1.1  200 OK%%",
                "http/1.1 200 OK%%",
                "ICY 200 OK%%",
                "HTTP/1.1 200 OK%no colon%%",
                "HTTP/1.1 200 OK%: no name%%",
                "HTTP/1.1 200 OK%Content-Length : 2%%ok",
                "HTTP/1.1 200 OK%X-Zero: \0%%",
                "HTTP/1.1 200 OK%Content-Length: +2%%ok",
                "HTTP/1.1 200 OK%Content-Length: -1%%ok",
                "HTTP/1.1 200 OK%Content-Length: 2,2%%ok",
                "HTTP/1.1 200 OK%Content-Length: 99999999999999999999%%ok",
                "HTTP/1.1 200 OK%Content-Length: 2%Content-Length: 3%%ok",
                "HTTP/1.1 101 Switching Protocols%Upgrade: websocket%%HTTP/1.1 200 OK%%",
                "\u0016\u0003\u0001\u0002\u0000\u0001%"
            })
    void whatIsNoHttpIsMalformed(String answer) throws IOException {
        try (var listener = Listener.answering(answer.replace("%", "\r\n"))) {
            assertThat(post(listener)).isEqualTo(new Outcome.Unanswered("malformed response"));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "HTTP/1.1 20",
                "HTTP/1.1 200 OK%",
                "HTTP/1.1 200 OK%Content-Length: 2%",
                "HTTP/1.1 100 Continue%%"
            })
    void anAnswerThatBreaksOffBeforeItsBodyIsNone(String answer) throws IOException {
        try (var listener = Listener.answering(answer.replace("%", "\r\n"))) {
            assertThat(post(listener)).isEqualTo(new Outcome.Unanswered("connection closed"));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK%Content-Length: 5%%half",
                "HTTP/1.1 200 OK%Transfer-Encoding: chunked%%5%half",
                "HTTP/1.1 200 OK%Transfer-Encoding: chunked%%4%half%",
                "HTTP/1.1 200 OK%Transfer-Encoding: chunked%%ok%",
                "HTTP/1.1 200 OK%Transfer-Encoding: chunked%%-2%ok%0%%",
                "HTTP/1.1 200 OK%Transfer-Encoding: chunked%%0x2%ok%0%%",
                "HTTP/1.1 200 OK%Transfer-Encoding: chunked%%1%ok%0%%",
                "HTTP/1.1 200 OK%Transfer-Encoding: chunked%%%ok%0%%",
                "HTTP/1.1 200 OK%Transfer-Encoding: chunked%%fffffffffffffffff%ok%0%%"
            })
    void theStatusCountsWhateverBecomesOfTheBody(String answer) throws IOException {
        try (var listener = Listener.answering(answer.replace("%", "\r\n"))) {
            assertThat(post(listener))
                    .isInstanceOfSatisfying(
                            Outcome.Answered.class,
                            answered -> assertThat(answered.statusCode()).isEqualTo(200));
        }
    }

    @Test
    void headersEnd() throws IOException {
        try (var large = Listener.answering("HTTP/1.1 200 OK\r\nX: " + "x".repeat(15_000) + "\r\n\r\n");
                var larger = Listener.answering("HTTP/1.1 200 OK\r\nX: " + "x".repeat(17_000) + "\r\n\r\n");
                var many = Listener.answering("HTTP/1.1 200 OK\r\n" + "X: y\r\n".repeat(3_000) + "\r\n");
                var interim = Listener.answering("HTTP/1.1 100 Continue\r\n\r\n".repeat(9) + OK);
                var sizes = Listener.answering("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;"
                        + "x".repeat(17_000) + "\r\nx\r\n0\r\n")) {
            assertThat(post(large)).isEqualTo(new Outcome.Answered(200, ""));
            assertThat(post(sizes)).isInstanceOf(Outcome.Answered.class);
            for (var endless : List.of(larger, many, interim)) {
                assertThat(post(endless)).isEqualTo(new Outcome.Unanswered("malformed response"));
            }
        }
    }

    @Test
    void ofABodyOnlyTheFirstKibibyteIsReadThoughItNeverEnds() throws IOException {
        for (var head : List.of(
                "HTTP/1.1 200 OK\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 999999999999\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffff\r\n")) {
            var ended = new CompletableFuture<Long>();
            try (var listener = new Listener("127.0.0.1", socket -> {
                var sent = 0L;
                try {
                    socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
                    for (; sent < 200_000_000; sent += 1_000) {
                        socket.getOutputStream().write("y".repeat(1_000).getBytes(StandardCharsets.US_ASCII));
                    }
                } finally {
                    ended.complete(sent);
                }
            })) {
                assertThat(post(listener)).isEqualTo(new Outcome.Answered(200, "y".repeat(1_024)));
                assertThat(ended)
                        .succeedsWithin(Duration.ofSeconds(5))
                        .satisfies(sent -> assertThat(sent).isLessThan(50_000_000));
            }
        }
    }

    @Test
    void anExcerptIsHarmlessText() throws IOException {
        var body = "<b>\u0000\u001b[31m\u0007\t1\r\n2\r\u007f\u0085 €\u202Egpj\u2066👩\u200D🚀 "
                .getBytes(StandardCharsets.UTF_8);
        var bytes = new String(body, StandardCharsets.ISO_8859_1) + "\u00ff\u00c3";
        try (var listener = Listener.answering("HTTP/1.1 200 OK\r\n\r\n" + bytes)) {
            assertThat(post(listener))
                    .isEqualTo(new Outcome.Answered(
                            200,
                            "<b>\uFFFD\uFFFD[31m\uFFFD\t1\n2\n\uFFFD\uFFFD €\uFFFDgpj\uFFFD👩\u200D🚀 \uFFFD\uFFFD"));
        }
        // A character on the border of the kibibyte is left out instead of being broken.
        var euros = new String("€".repeat(500).getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        try (var listener = Listener.answering("HTTP/1.1 200 OK\r\n\r\n" + euros)) {
            assertThat(post(listener)).isEqualTo(new Outcome.Answered(200, "€".repeat(341)));
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
                var outcome = postInHaste(listener.url(), BODY);
                if (start.endsWith("\r\n")) {
                    assertThat(outcome).as("the headers were whole").isInstanceOf(Outcome.Answered.class);
                } else {
                    assertThat(outcome).isEqualTo(new Outcome.Unanswered("timeout"));
                }
                Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> listener.open() == 0);
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
        try (var slow = sender(SHORT, new SystemResolver(host -> {
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
            assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(SHORT.plusSeconds(4));
        } finally {
            over.countDown();
        }
    }

    @Test
    void aHostWithoutAnAddressCannotBeResolved() {
        assertThat(sender.post("http://shop.example/", Map.of(), BODY))
                .isEqualTo(new Outcome.Unanswered("could not resolve host"));
        try (var empty = sender(SHORT, (host, within) -> List.of())) {
            assertThat(empty.post("http://shop.example/", Map.of(), BODY))
                    .isEqualTo(new Outcome.Unanswered("could not resolve host"));
        }
    }

    @Test
    void ofSeveralAddressesTheFirstThatAcceptsGetsTheCallbackOnce() throws IOException {
        try (var listener = Listener.answering(OK);
                var several = sender(
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
            Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> listener.open() == 0);
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

    @Test
    void anInterruptedThreadStopsAndStaysInterrupted() throws Exception {
        var over = new CountDownLatch(1);
        try (var listener = new Listener("127.0.0.1", socket -> wait(over))) {
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
