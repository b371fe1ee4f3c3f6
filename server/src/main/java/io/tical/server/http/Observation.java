package io.tical.server.http;

import io.helidon.common.Weighted;
import io.helidon.health.HealthCheck;
import io.helidon.health.HealthCheckResponse;
import io.helidon.health.HealthCheckType;
import io.helidon.webserver.WebServerConfig;
import io.helidon.webserver.http.HttpFeature;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.observe.health.HealthObserver;
import io.helidon.webserver.observe.metrics.MetricsObserver;
import io.helidon.webserver.spi.ServerFeature;
import io.tical.server.http.wire.Listener;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Health checks and metrics for monitoring. */
public final class Observation {
    private Observation() {}

    /** Creates a check with a boolean result. */
    public static HealthCheck check(String name, BooleanSupplier works) {
        return check(
                name,
                () -> HealthCheckResponse.builder().status(works.getAsBoolean()).build());
    }

    /** Reports whether a socket accepts connections, and how many are open. */
    static HealthCheck socket(String name, Supplier<Listener.State> asked) {
        return check(name + " socket", () -> {
            var state = asked.get();
            var response = HealthCheckResponse.builder()
                    .status(state.accepting())
                    .detail("connections", state.connections())
                    .detail("connections_max", state.connectionsMax());
            if (state.failure() != null) {
                response.detail("failure", state.failure());
            }
            return response.build();
        });
    }

    /** Creates a readiness check. */
    public static HealthCheck check(String name, Supplier<HealthCheckResponse> asked) {
        return new HealthCheck() {
            @Override
            public HealthCheckType type() {
                return HealthCheckType.READINESS;
            }

            @Override
            public String name() {
                return name;
            }

            @Override
            public HealthCheckResponse call() {
                return asked.get();
            }
        };
    }

    /** Mounts health and metrics under {@code /observe}. */
    static HttpFeature feature(List<HealthCheck> checks) {
        return new Feature(List.copyOf(checks));
    }

    /** Weighted, because a feature without a weight would come after the fallback route. */
    private record Feature(List<HealthCheck> checks) implements HttpFeature, Weighted {
        @Override
        public void setup(HttpRouting.Builder routing) {
            var context = new OneSocket();
            HealthObserver.builder()
                    .useSystemServices(false)
                    .details(true)
                    .addHealthChecks(checks)
                    .build()
                    .register(context, List.of(routing), Observation::path);
            MetricsObserver.create().register(context, List.of(routing), Observation::path);
        }
    }

    private static String path(String observer) {
        return "/observe/" + observer;
    }

    /** A context that observers require but do not use, because the server is not Helidon's. */
    private static final class OneSocket implements ServerFeature.ServerFeatureContext {
        private final WebServerConfig config = WebServerConfig.builder().buildPrototype();

        @Override
        public WebServerConfig serverConfig() {
            return config;
        }

        @Override
        public Set<String> sockets() {
            return Set.of();
        }

        @Override
        public boolean socketExists(String name) {
            return false;
        }

        @Override
        public ServerFeature.SocketBuilders socket(String name) {
            throw new NoSuchElementException(name);
        }
    }
}
