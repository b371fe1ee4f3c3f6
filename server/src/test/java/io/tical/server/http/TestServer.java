package io.tical.server.http;

import io.helidon.health.HealthCheck;
import io.helidon.webserver.http.HttpRouting;
import io.tical.server.http.wire.Limits;
import java.util.List;
import java.util.function.Consumer;

/** A server of the service's own kind for the routes of a test. */
public record TestServer(Sockets sockets, HttpServer server) implements AutoCloseable {
    private static final String HOST = "127.0.0.1";

    /** One socket: where it listens, and what answers there. */
    public record Socket(String host, int port, Consumer<HttpRouting.Builder> routes) {
        private Sockets.Address address() {
            return new Sockets.Address(host, port);
        }
    }

    public static TestServer of(Consumer<HttpRouting.Builder> routes) {
        return start(
                new Socket(HOST, 0, routes),
                new Socket(HOST, 0, none -> {}),
                new Socket(HOST, 0, none -> {}),
                List.of(),
                TestLimits.STANDARD);
    }

    public static TestServer start(Socket api, Socket pay, Socket admin, List<HealthCheck> checks, Limits limits) {
        var sockets = Sockets.open(api.address(), pay.address(), admin.address());
        return new TestServer(
                sockets,
                HttpServer.start(sockets, api.routes(), pay.routes(), admin.routes(), checks, List.of(), limits));
    }

    public Sockets.Ports ports() {
        return sockets.ports();
    }

    public String url(String path) {
        return "http://" + HOST + ":" + ports().api() + path;
    }

    @Override
    public void close() {
        server.close();
    }
}
