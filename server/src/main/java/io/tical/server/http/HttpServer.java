package io.tical.server.http;

import io.helidon.common.Weighted;
import io.helidon.health.HealthCheckResponse;
import io.helidon.health.HealthCheckType;
import io.helidon.webserver.ListenerConfig;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.HttpFeature;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.helidon.webserver.http1.Http1Config;
import io.helidon.webserver.observe.ObserveFeature;
import io.helidon.webserver.observe.health.HealthObserver;
import io.helidon.webserver.observe.metrics.MetricsObserver;
import io.tical.db.DatabaseUnavailable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The three sockets: {@code api} for merchants, {@code pay} for payers, {@code admin} for operators and for whoever watches
 * the service. On each of them a request passes {@link Framing} first, and what nobody answers is answered here.
 */
public final class HttpServer implements AutoCloseable {
    private static final String PAY = "pay";
    private static final String ADMIN = "admin";
    /** Helidon's own routes answer 404 to a wrong method; for these paths we answer 405. */
    private static final Set<String> OBSERVED = Set.of("/observe/health", "/observe/metrics");

    /** Bytes of one body that are read at most, also of a refused one, so that its sender can read the refusal. */
    private static final long DRAIN_BYTES_MAX = 64L * 1024 * 1024;

    private static final int HEADER_BYTES_MAX = 16 * 1024;
    private static final int REQUEST_LINE_BYTES_MAX = 8 * 1024;
    private static final int BACKLOG = 1_024;
    private static final int CONNECTIONS_MAX = 20_000;
    private static final Duration GRACE = Duration.ofSeconds(10);
    private static final Duration IDLE = Duration.ofMinutes(2);
    private static final Duration IDLE_CHECK_PERIOD = Duration.ofSeconds(30);

    /** Helidon keeps what it measures in one plain map of the JVM: each start enters it, each stop clears it. */
    private static final Lock ONE_AT_A_TIME = new ReentrantLock();

    private final WebServer server;

    private HttpServer(WebServer server) {
        this.server = server;
    }

    /**
     * One socket.
     *
     * @param host the address to listen on
     * @param port 0 to 65535; 0 takes any free one
     * @param routes mounts what answers there
     */
    public record Socket(String host, int port, Consumer<HttpRouting.Builder> routes) {
        /** Asked when the server did not start: Helidon does not say which port was the reason. */
        private Optional<String> obstacle() {
            try (var probe = new ServerSocket()) {
                probe.setReuseAddress(true);
                probe.bind(new InetSocketAddress(host, port));
                return Optional.empty();
            } catch (IOException e) {
                return Optional.of("Port " + port + " on " + host + " cannot be opened: " + e.getMessage());
            }
        }
    }

    /** The sockets are not open; the message says why in a few words. */
    public static final class NotStarted extends RuntimeException {
        private NotStarted(String message) {
            super(message);
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
     * @param databaseAnswers asked for {@code /observe/health}, which is 503 while it does not
     * @throws NotStarted naming the port that could not be opened
     */
    public static HttpServer start(Socket api, Socket pay, Socket admin, BooleanSupplier databaseAnswers) {
        ONE_AT_A_TIME.lock();
        try {
            return started(api, pay, admin, databaseAnswers);
        } finally {
            ONE_AT_A_TIME.unlock();
        }
    }

    private static HttpServer started(Socket api, Socket pay, Socket admin, BooleanSupplier databaseAnswers) {
        var server = WebServer.builder()
                .update(listener -> configure(listener, api, Set.of()))
                .putSocket(
                        PAY,
                        ListenerConfig.builder()
                                .update(listener -> configure(listener, pay, Set.of()))
                                .build())
                .putSocket(
                        ADMIN,
                        ListenerConfig.builder()
                                .update(listener -> configure(listener, admin, OBSERVED))
                                .build())
                .featuresDiscoverServices(false)
                .addFeature(observe(databaseAnswers))
                .shutdownHook(false)
                .build();
        server.start();
        if (server.isRunning()) {
            return new HttpServer(server);
        }
        // Helidon closes what it had opened and returns as if nothing had happened.
        throw new NotStarted(Stream.of(api, pay, admin)
                .flatMap(socket -> socket.obstacle().stream())
                .findFirst()
                .orElse("The sockets did not open, though their ports are free"));
    }

    private static void configure(ListenerConfig.BuilderBase<?, ?> listener, Socket socket, Set<String> getOnly) {
        listener.host(socket.host())
                .port(socket.port())
                .routing(routing(socket.routes(), getOnly))
                // One protocol, so that whatever a client sends is answered as HTTP/1.1.
                .protocolsDiscoverServices(false)
                .addProtocol(Http1Config.builder()
                        .maxHeadersSize(HEADER_BYTES_MAX)
                        .maxPrologueLength(REQUEST_LINE_BYTES_MAX)
                        // Helidon's own check refuses characters that a query may have (":"); Framing checks by the
                        // RFC.
                        .validatePrologue(false)
                        .build())
                .maxPayloadSize(DRAIN_BYTES_MAX)
                .maxTcpConnections(CONNECTIONS_MAX)
                .backlog(BACKLOG)
                .connectionOptions(options -> options.tcpNoDelay(true))
                .idleConnectionTimeout(IDLE)
                .idleConnectionPeriod(IDLE_CHECK_PERIOD)
                .shutdownGracePeriod(GRACE)
                .contentEncoding(new UntouchedBodies())
                .directHandlers(EarlyFailure.handlers());
    }

    private static HttpRouting.Builder routing(Consumer<HttpRouting.Builder> routes, Set<String> getOnly) {
        var routing = HttpRouting.builder();
        routing.addFeature(new First());
        routes.accept(routing);
        routing.addFeature(new Last(getOnly));
        return routing;
    }

    private static ObserveFeature observe(BooleanSupplier databaseAnswers) {
        var health = HealthObserver.builder()
                .useSystemServices(false)
                .details(true)
                .addCheck(
                        () -> databaseAnswers.getAsBoolean()
                                ? HealthCheckResponse.builder().status(true).build()
                                : HealthCheckResponse.builder().status(false).build(),
                        HealthCheckType.READINESS,
                        "database")
                .addCheck(HeapHealth.ofThisProcess())
                .build();
        return ObserveFeature.builder()
                .observersDiscoverServices(false)
                .addObserver(health)
                .addObserver(MetricsObserver.create())
                .sockets(List.of(ADMIN))
                .build();
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
                    throw new Problem.MethodNotAllowed(method, "GET");
                }
                throw Problem.NotFound.route();
            });
            routing.error(Problem.class, Last::fail);
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
        return new Ports(server.port(), server.port(PAY), server.port(ADMIN));
    }

    /** Takes no more requests, gives those under way ten seconds, and closes the sockets. */
    @Override
    public void close() {
        ONE_AT_A_TIME.lock();
        try {
            server.stop();
        } finally {
            ONE_AT_A_TIME.unlock();
        }
    }
}
