package io.tical.server.http;

import io.helidon.webserver.http.HttpRouting;
import java.util.List;
import java.util.function.Consumer;

/** A server of the service's own kind for the routes of a test, on a free port. */
public record TestServer(HttpServer server) implements AutoCloseable {
    private static final String HOST = "127.0.0.1";

    public static TestServer of(Consumer<HttpRouting.Builder> routes) {
        return new TestServer(HttpServer.start(
                new HttpServer.Socket(HOST, 0, routes),
                new HttpServer.Socket(HOST, 0, none -> {}),
                new HttpServer.Socket(HOST, 0, none -> {}),
                List.of(),
                TestLimits.STANDARD));
    }

    public String url(String path) {
        return "http://" + HOST + ":" + server.ports().api() + path;
    }

    @Override
    public void close() {
        server.close();
    }
}
