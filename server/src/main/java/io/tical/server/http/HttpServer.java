package io.tical.server.http;

import io.helidon.common.SerializationConfig;
import io.helidon.common.Weighted;
import io.helidon.health.HealthCheck;
import io.helidon.http.HttpException;
import io.helidon.webserver.http.HttpFeature;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.tical.server.http.wire.Codec;
import io.tical.server.http.wire.Limits;
import io.tical.server.http.wire.Listeners;
import io.tical.server.metric.Family;
import io.tical.server.metric.Sample;
import io.tical.server.metric.Sample.Label;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/**
 * Serves the three {@link Sockets}. Package {@code http.wire} checks requests, then {@link Framing}. This class
 * answers requests that no route matches.
 */
public final class HttpServer implements AutoCloseable {
    private static final String API = "api";
    private static final String PAY = "pay";
    private static final String ADMIN = "admin";

    /** The API's share of all connections. */
    private static final double API_PART = 0.45;

    private static final double PAY_PART = 0.45;
    private static final double ADMIN_PART = 0.1;

    /** The maximum number of bytes of a body that are read. Refused bodies are read too, so that the client receives the response. */
    private static final long DRAIN_BYTES_MAX = 64L * 1024 * 1024;

    private static final Duration GRACE = Duration.ofSeconds(10);

    /** New connections never replace streams, so streams may use only a part of the socket's connections. */
    private static final double STREAMS_PART = 0.25;

    private static final int STREAMS_MAX = 10_000;

    private final Listeners listeners;
    private final Runnable ending;

    private HttpServer(Listeners listeners, Runnable ending) {
        this.listeners = listeners;
        this.ending = ending;
    }

    /** @param run runs first when this is closed, and ends endless responses */
    public HttpServer ending(Runnable run) {
        return new HttpServer(listeners, run);
    }

    /** The maximum number of streams of events on the pay socket. */
    public static int payStreamsMax(Limits limits) {
        return Math.min(STREAMS_MAX, (int) (limits.connections() * PAY_PART * STREAMS_PART));
    }

    /** Mounts the merchants' API: all of {@code /v1} and {@code /v2}, for every method. */
    public static void mount(HttpRouting.Builder routes, Api api) {
        routes.any("/v1", api).any("/v1/*", api).any("/v2", api).any("/v2/*", api);
    }

    /** Mounts a surface with sessions: all of {@code tree}, such as {@code /api}, for every method. */
    public static void mount(HttpRouting.Builder routes, String tree, SessionApi<?> api) {
        routes.any(tree, api).any(tree + "/*", api);
    }

    /**
     * Accepts connections on all sockets.
     *
     * @param api mounts the routes of this socket, as the next two do
     * @param checks further checks of {@code /observe/health}, which responds with 503 while any check fails
     * @param metrics further metrics of {@code /observe/metrics}
     */
    public static HttpServer start(
            Sockets sockets,
            Consumer<HttpRouting.Builder> api,
            Consumer<HttpRouting.Builder> pay,
            Consumer<HttpRouting.Builder> admin,
            List<HealthCheck> checks,
            List<Family> metrics,
            Limits limits) {
        // The service deserializes nothing; this filter rejects all attempts (JEP 290).
        SerializationConfig.configureRuntime();
        var listeners = new Listeners(limits, GRACE);
        var health = new ArrayList<>(checks);
        for (var name : List.of(API, PAY, ADMIN)) {
            health.add(Observation.socket(name, () -> listeners.state(name)));
        }
        var families = new ArrayList<>(metrics);
        families.add(connections(
                "tical_http_connections",
                "Open connections.",
                name -> listeners.state(name).connections()));
        families.add(connections(
                "tical_http_connections_max",
                "Possible connections.",
                name -> listeners.state(name).connectionsMax()));
        var observation = Observation.feature(health, families);
        listeners.add(codec(API, api, Set.of()), sockets.api(), API_PART);
        listeners.add(codec(PAY, pay, Set.of()), sockets.pay(), PAY_PART);
        listeners.add(
                codec(ADMIN, admin.andThen(routes -> routes.addFeature(observation)), Observation.PATHS),
                sockets.admin(),
                ADMIN_PART);
        listeners.start();
        return new HttpServer(listeners, () -> {});
    }

    private static Family connections(String name, String help, ToIntFunction<String> ofSocket) {
        return Family.gauges(
                name,
                help,
                () -> Stream.of(API, PAY, ADMIN)
                        .map(socket -> Sample.of(ofSocket.applyAsInt(socket), new Label("socket", socket)))
                        .toList());
    }

    private static Codec codec(String name, Consumer<HttpRouting.Builder> routes, Set<String> getOnly) {
        var routing = HttpRouting.builder();
        // The filter runs before every other one, and the last routes after every other one.
        routing.addFeature(new Weighed(10_000, first -> first.addFilter(new Framing())));
        routes.accept(routing);
        routing.addFeature(new Weighed(1, last -> last(last, getOnly)));
        return new Codec(
                name, routing, DRAIN_BYTES_MAX, EarlyFailure.handlers(), new UntouchedBodies(), new EarlyFailure());
    }

    /** Routes in an order other than that in which they were added. */
    record Weighed(double weight, Consumer<HttpRouting.Builder> routes) implements HttpFeature, Weighted {
        @Override
        public void setup(HttpRouting.Builder routing) {
            routes.accept(routing);
        }
    }

    /** Answers what no route matches, and failures outside the handlers. */
    private static void last(HttpRouting.Builder routing, Set<String> getOnly) {
        routing.any((request, response) -> {
            var method = request.prologue().method().text();
            if (getOnly.contains(request.path().path()) && !method.equals("GET")) {
                throw HttpProblem.methodNotAllowed(method, "GET");
            }
            throw Routes.notFound();
        });
        routing.error(Throwable.class, HttpServer::fail);
    }

    private static void fail(ServerRequest request, ServerResponse response, Throwable failure) {
        // Those of the answer that was begun, such as its encoding.
        response.headers().clear();
        if (failure instanceof HttpException known) {
            // EarlyFailure answers it.
            throw known;
        }
        Responses.fail(request, response, RequestId.of(request.headers()), failure);
    }

    /** Accepts no more requests, waits up to ten seconds for those in progress, and closes the sockets. */
    @Override
    public void close() {
        ending.run();
        listeners.close();
    }

    /** A group of routes of a socket. */
    @FunctionalInterface
    public interface MountedRoutes {
        void mount(HttpRouting.Builder routes);
    }
}
