package io.tical.server.http;

import io.helidon.common.SerializationConfig;
import io.helidon.common.Weighted;
import io.helidon.health.HealthCheck;
import io.helidon.webserver.http.HttpFeature;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.tical.db.DatabaseUnavailable;
import io.tical.server.http.wire.Codec;
import io.tical.server.http.wire.Limits;
import io.tical.server.http.wire.Listeners;
import io.tical.server.problem.Problem;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The three sockets: {@code api} for merchants, {@code pay} for payers, {@code admin} for operators and for
 * monitoring. Requests have passed the checks of {@link Listeners}, then pass {@link Framing}; a request without a route is
 * answered here.
 */
public final class HttpServer implements AutoCloseable {
    private static final String API = "api";
    private static final String PAY = "pay";
    private static final String ADMIN = "admin";

    /** How the connections that are possible are divided. */
    private static final double API_PART = 0.45;

    private static final double PAY_PART = 0.45;
    private static final double ADMIN_PART = 0.1;

    /** Helidon's own routes answer 404 to a wrong method; these paths answer 405. */
    private static final Set<String> OBSERVED = Set.of("/observe/health", "/observe/metrics");

    /** Bytes of one body that are read at most, also of a refused one, so that its sender can read the refusal. */
    private static final long DRAIN_BYTES_MAX = 64L * 1024 * 1024;

    private static final Duration GRACE = Duration.ofSeconds(10);

    private final Listeners listeners;
    private final Ports ports;

    private HttpServer(Listeners listeners, Ports ports) {
        this.listeners = listeners;
        this.ports = ports;
    }

    /**
     * One socket.
     *
     * @param host the address to listen on
     * @param port 0 to 65535; 0 takes any free one
     * @param routes mounts what answers there
     */
    public record Socket(String host, int port, Consumer<HttpRouting.Builder> routes) {}

    /** The sockets are not open; the message says why in a few words. */
    public static final class NotStarted extends RuntimeException {
        private NotStarted(String message, IOException cause) {
            super(message, cause);
        }
    }

    /** The ports that are listened on. */
    public record Ports(int api, int pay, int admin) {}

    /** Mounts the merchants' API: all of {@code /v1} and {@code /v2}, for every method. */
    public static void mount(HttpRouting.Builder routes, Api api) {
        routes.any("/v1", api).any("/v1/*", api).any("/v2", api).any("/v2/*", api);
    }

    /** Mounts a surface for people who sign in: all of {@code tree}, which is a path as {@code /api}, for every method. */
    public static void mount(HttpRouting.Builder routes, String tree, SessionApi<?> api) {
        routes.any(tree, api).any(tree + "/*", api);
    }

    /**
     * Opens the sockets; when this returns, all of them listen.
     *
     * @param checks asked for {@code /observe/health}, beside the sockets themselves; it is 503 while one of them fails
     * @throws NotStarted naming the port that could not be opened
     */
    public static HttpServer start(Socket api, Socket pay, Socket admin, List<HealthCheck> checks, Limits limits) {
        // Nothing is deserialized here; if anything tried to, this refuses it (JEP 290).
        SerializationConfig.configureRuntime();
        var listeners = new Listeners(limits, GRACE);
        var health = new ArrayList<>(checks);
        for (var name : List.of(API, PAY, ADMIN)) {
            health.add(Observation.socket(name, () -> listeners.state(name)));
        }
        try {
            var ports = new Ports(
                    open(listeners, API, api, routing(api.routes(), Set.of()), API_PART),
                    open(listeners, PAY, pay, routing(pay.routes(), Set.of()), PAY_PART),
                    open(listeners, ADMIN, admin, observed(admin.routes(), health), ADMIN_PART));
            listeners.start();
            return new HttpServer(listeners, ports);
        } catch (NotStarted failure) {
            listeners.close();
            throw failure;
        }
    }

    private static int open(Listeners listeners, String name, Socket socket, HttpRouting.Builder routing, double part) {
        var codec = new Codec(
                name, routing, DRAIN_BYTES_MAX, EarlyFailure.handlers(), new UntouchedBodies(), new EarlyRefusals());
        try {
            return listeners.open(codec, new InetSocketAddress(socket.host(), socket.port()), part);
        } catch (IOException e) {
            throw new NotStarted(
                    "Port " + socket.port() + " on " + socket.host() + " cannot be opened: " + e.getMessage(), e);
        }
    }

    private static HttpRouting.Builder observed(Consumer<HttpRouting.Builder> routes, List<HealthCheck> checks) {
        return routing(routes, OBSERVED).addFeature(Observation.feature(checks));
    }

    private static HttpRouting.Builder routing(Consumer<HttpRouting.Builder> routes, Set<String> getOnly) {
        var routing = HttpRouting.builder();
        routing.addFeature(new First());
        routes.accept(routing);
        routing.addFeature(new Last(getOnly));
        return routing;
    }

    /** Before every other filter. */
    private static final class First implements HttpFeature, Weighted {
        @Override
        public void setup(HttpRouting.Builder routing) {
            routing.addFilter(new Framing());
        }

        @Override
        public double weight() {
            return 10_000;
        }
    }

    /** After every other route. */
    private record Last(Set<String> getOnly) implements HttpFeature, Weighted {
        @Override
        public void setup(HttpRouting.Builder routing) {
            routing.any((request, response) -> {
                var method = request.prologue().method().text();
                if (getOnly.contains(request.path().path()) && !method.equals("GET")) {
                    throw HttpProblem.methodNotAllowed(method, "GET");
                }
                throw Routes.notFound();
            });
            routing.error(Problem.class, Last::fail);
            routing.error(HttpProblem.class, Last::fail);
            routing.error(DatabaseUnavailable.class, Last::fail);
        }

        private static void fail(ServerRequest request, ServerResponse response, RuntimeException failure) {
            Responses.fail(request, response, RequestId.of(request.headers()), failure);
        }

        @Override
        public double weight() {
            return 1;
        }
    }

    public Ports ports() {
        return ports;
    }

    /** Takes no more requests, gives those under way ten seconds, and closes the sockets. */
    @Override
    public void close() {
        listeners.close();
    }
}
