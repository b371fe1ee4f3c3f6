package io.tical.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tical.server.load.TokenBuckets;
import io.tical.server.problem.Problem;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Files that are made while they are sent. */
class DownloadTest {
    private static final byte[] MEBIBYTE = new byte[1024 * 1024];

    /** What the socket's buffers of both sides may hold, with room. */
    private static final int BUFFERED_PARTS_MAX = 40;

    private static final AtomicInteger MADE = new AtomicInteger();
    private static final AtomicReference<Thread> MAKER = new AtomicReference<>();
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private static TestServer server;

    @BeforeAll
    static void start() {
        var api = new SessionApi<>(
                new SessionToken.Bearer(),
                Optional::of,
                new SourceAddress(List.of()),
                TokenBuckets.perMinute(0),
                List.of(
                        file("/staff/words", () -> words(9).iterator()),
                        file("/staff/refused", () -> failing(0)),
                        file("/staff/broken", () -> failing(3)),
                        file("/staff/endless", DownloadTest::endless)));
        server = TestServer.of(routes -> HttpServer.mount(routes, "/staff", api));
    }

    @AfterAll
    static void stop() {
        server.close();
        CLIENT.close();
    }

    private interface Parts {
        Iterator<byte[]> begin();
    }

    private static SessionEndpoint<String> file(String path, Parts parts) {
        return SessionEndpoint.get(
                path,
                anybody -> true,
                call -> StreamedContent.file(
                        "text/plain", "words.txt", client -> parts.begin().forEachRemaining(client::write)));
    }

    private static List<byte[]> words(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> ("word " + i + "\n").getBytes(StandardCharsets.UTF_8))
                .toList();
    }

    private static Iterator<byte[]> failing(int after) {
        var parts = words(after).iterator();
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return true;
            }

            @Override
            public byte[] next() {
                if (!parts.hasNext()) {
                    throw Problem.Unavailable.service();
                }
                return parts.next();
            }
        };
    }

    private static Iterator<byte[]> endless() {
        MADE.set(0);
        MAKER.set(Thread.currentThread());
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return true;
            }

            @Override
            public byte[] next() {
                MADE.incrementAndGet();
                return MEBIBYTE;
            }
        };
    }

    private static <T> HttpResponse<T> get(String path, HttpResponse.BodyHandler<T> body)
            throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(server.url(path)))
                .header("Authorization", "Bearer anybody")
                .build();
        return CLIENT.send(request, body);
    }

    @Test
    void allPartsAreOneFileThatABrowserStores() throws Exception {
        var reply = get("/staff/words", HttpResponse.BodyHandlers.ofString());
        assertThat(reply.statusCode()).isEqualTo(200);
        assertThat(reply.body().lines()).hasSize(9).last().isEqualTo("word 8");
        var headers = reply.headers();
        assertThat(headers.firstValue("Content-Type")).hasValue("text/plain");
        assertThat(headers.firstValue("Content-Disposition")).hasValue("attachment; filename=\"words.txt\"");
        assertThat(headers.firstValue("Cache-Control")).hasValue("no-store");
        assertThat(headers.firstValue("X-Content-Type-Options")).hasValue("nosniff");
        assertThat(headers.firstValue("X-Request-Id")).isPresent();
    }

    @Test
    void aFailureBeforeTheFirstPartIsAnsweredLikeAnyOther() throws Exception {
        var reply = get("/staff/refused", HttpResponse.BodyHandlers.ofString());
        assertThat(reply.statusCode()).isEqualTo(503);
        assertThat(reply.body()).contains("SERVICE_UNAVAILABLE");
        assertThat(reply.headers().firstValue("Content-Disposition")).isEmpty();
    }

    @Test
    void aLaterFailureCutsTheFileRecognizably() {
        assertThatThrownBy(() -> get("/staff/broken", HttpResponse.BodyHandlers.ofString()))
                .isInstanceOf(IOException.class);
    }

    @Test
    void partsAreMadeAsTheClientReadsAndNoMoreWhenItHasGone() throws Exception {
        var reply = get("/staff/endless", HttpResponse.BodyHandlers.ofInputStream());
        try (var in = reply.body()) {
            for (int read = 1; read <= 60; read++) {
                in.readNBytes(MEBIBYTE.length);
                assertThat(MADE.get()).isBetween(read, read + BUFFERED_PARTS_MAX);
            }
        }
        await().atMost(Duration.ofMinutes(1)).until(() -> !MAKER.get().isAlive());
    }
}
