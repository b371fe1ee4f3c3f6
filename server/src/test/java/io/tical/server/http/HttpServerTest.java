package io.tical.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.helidon.http.NotFoundException;
import io.tical.db.Database;
import io.tical.db.TestDatabase;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpServerTest {
    private static Database database;
    private static TestApi api;
    private static HttpClient client;

    @BeforeAll
    static void start() {
        database = TestDatabase.open();
        api = new TestApi(database);
        client = HttpClient.newHttpClient();
    }

    @AfterAll
    static void stop() {
        client.close();
        api.close();
        database.close();
    }

    private static HttpResponse<String> send(int port, String method, String path) throws Exception {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header("Authorization", "Bearer " + TestApi.KEY)
                .method(method, HttpRequest.BodyPublishers.noBody());
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static int port(String socket) {
        var ports = api.server.ports();
        return switch (socket) {
            case "api" -> ports.api();
            case "pay" -> ports.pay();
            default -> ports.admin();
        };
    }

    @ParameterizedTest
    @CsvSource({
        "api,   GET,      /,                404, ROUTE_NOT_FOUND",
        "api,   GET,      /nothing,         404, ROUTE_NOT_FOUND",
        "api,   POST,     /v1x,             404, ROUTE_NOT_FOUND",
        "api,   GET,      /v1,              404, ROUTE_NOT_FOUND",
        "api,   GET,      /v1/,             404, ROUTE_NOT_FOUND",
        "api,   GET,      /v1/nothing,      404, ROUTE_NOT_FOUND",
        "api,   PROPFIND, /v2/nothing,      404, ROUTE_NOT_FOUND",
        "api,   PROPFIND, /v1/echo,         405, METHOD_NOT_ALLOWED",
        "api,   DELETE,   /v1/echo,         405, METHOD_NOT_ALLOWED",
        "api,   GET,      /observe/health,  404, ROUTE_NOT_FOUND",
        "api,   GET,      /observe/metrics, 404, ROUTE_NOT_FOUND",
        "pay,   GET,      /observe/health,  404, ROUTE_NOT_FOUND",
        "pay,   GET,      /v1/echo,         404, ROUTE_NOT_FOUND",
        "admin, GET,      /v1/echo,         404, ROUTE_NOT_FOUND",
        "admin, POST,     /observe/health,  405, METHOD_NOT_ALLOWED",
        "admin, POST,     /observe/health/live,  405, METHOD_NOT_ALLOWED",
        "admin, DELETE,   /observe/metrics, 405, METHOD_NOT_ALLOWED",
        "admin, GET,      /observe/config,  404, ROUTE_NOT_FOUND"
    })
    void unknownPathsAndMethodsAreAnsweredInTheEnvelope(
            String socket, String method, String path, int status, String code) throws Exception {
        var answer = send(port(socket), method, path);

        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.body()).contains("\"code\":\"" + code + "\"");
        assertThat(answer.headers().firstValue("X-Request-Id")).isPresent();
        assertThat(answer.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
        assertThat(answer.headers().firstValue("Cache-Control")).contains("no-store");
        assertThat(answer.headers().firstValue("Allow").isPresent()).isEqualTo(status == 405);
    }

    @Test
    void healthAndReadinessFollowTheDatabaseAndLivenessDoesNot() throws Exception {
        assertThat(send(port("admin"), "GET", "/observe/health").statusCode()).isEqualTo(200);
        assertThat(send(port("admin"), "GET", "/observe/health/ready").statusCode())
                .isEqualTo(200);
        api.databaseAnswers = false;
        try {
            assertThat(send(port("admin"), "GET", "/observe/health").statusCode())
                    .isEqualTo(503);
            assertThat(send(port("admin"), "GET", "/observe/health/ready").statusCode())
                    .isEqualTo(503);
            assertThat(send(port("admin"), "GET", "/observe/health/live").statusCode())
                    .isEqualTo(200);
        } finally {
            api.databaseAnswers = true;
        }
    }

    @ParameterizedTest
    @CsvSource({
        "problem, 404, ROUTE_NOT_FOUND",
        "helidon, 404, ROUTE_NOT_FOUND",
        "bug, 500, INTERNAL",
        "error, 500, INTERNAL"
    })
    void aFailureHasNoHeadersOfTheAnswerThatWasBegun(String failure, int status, String code) throws Exception {
        try (var server = TestServer.of(routes -> routes.get("/begun", (request, response) -> {
            response.header("Content-Encoding", "br").header("ETag", "\"1\"").header("Set-Cookie", "a=b");
            response.header("Content-Disposition", "attachment").header("Cache-Control", "public, max-age=31536000");
            switch (failure) {
                case "problem" -> throw Routes.notFound();
                case "helidon" -> throw new NotFoundException("no such thing");
                case "error" -> throw new AssertionError("a bug");
                default -> throw new IllegalStateException("a bug");
            }
        }))) {
            var answer = send(server.ports().api(), "GET", "/begun");

            assertThat(answer.statusCode()).isEqualTo(status);
            assertThat(answer.body()).contains("\"code\":\"" + code);
            assertThat(answer.headers().map().keySet())
                    .doesNotContain("content-encoding", "etag", "set-cookie", "content-disposition");
            assertThat(answer.headers().allValues("Cache-Control")).containsExactly("no-store");
            assertThat(answer.headers().allValues("X-Content-Type-Options")).containsExactly("nosniff");
        }
    }

    @Test
    void metricsAreWrittenForPrometheus() throws Exception {
        var answer = send(port("admin"), "GET", "/observe/metrics");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).contains("text/plain; version=0.0.4; charset=utf-8");
        assertThat(answer.body())
                .contains("# TYPE tical_http_connections gauge\ntical_http_connections{socket=\"api\"} ");
    }

    @Test
    void theThreeSocketsHavePortsOfTheirOwn() {
        var ports = api.server.ports();

        assertThat(java.util.Set.of(ports.api(), ports.pay(), ports.admin()))
                .hasSize(3)
                .allMatch(port -> port > 0);
    }

    @Test
    void aTakenPortIsAFailureToStartAndLeavesNothingListening() {
        var taken = api.port();

        assertThatThrownBy(() -> TestServer.start(
                        new TestServer.Socket("127.0.0.1", 0, routes -> {}),
                        new TestServer.Socket("127.0.0.1", taken, routes -> {}),
                        new TestServer.Socket("127.0.0.1", 0, routes -> {}),
                        List.of(),
                        TestLimits.STANDARD))
                .isInstanceOf(Sockets.NotOpened.class)
                .hasMessageContaining("Port " + taken);
    }

    @Test
    void aRequestUnderWayIsFinishedWhenTheServerStops() throws Exception {
        var began = new CountDownLatch(1);
        var release = new CountDownLatch(1);
        var server = TestServer.start(
                new TestServer.Socket(
                        "127.0.0.1",
                        0,
                        routes -> routes.get("/slow", (request, response) -> {
                            began.countDown();
                            release.await();
                            response.send("done");
                        })),
                new TestServer.Socket("127.0.0.1", 0, routes -> {}),
                new TestServer.Socket("127.0.0.1", 0, routes -> {}),
                List.of(),
                TestLimits.STANDARD);
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            var answer = executor.submit(
                    () -> send(server.ports().api(), "GET", "/slow").body());
            began.await();
            var closing = executor.submit(server::close);
            await().until(() -> refuses(server.ports().api()));
            assertThat(answer.isDone()).isFalse();
            release.countDown();
            closing.get();
            assertThat(answer.get()).isEqualTo("done");
        }
        assertThatThrownBy(() -> send(server.ports().api(), "GET", "/slow")).isInstanceOf(Exception.class);
    }

    private static boolean refuses(int port) {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return !socket.isConnected();
        } catch (IOException refused) {
            return true;
        }
    }
}
