package io.tical.server.http;

import io.helidon.common.Weighted;
import io.helidon.health.HealthCheck;
import io.helidon.health.HealthCheckResponse;
import io.helidon.health.HealthCheckType;
import io.helidon.webserver.http.HttpFeature;
import io.helidon.webserver.observe.health.HealthObserver;
import io.tical.common.Version;
import io.tical.db.Database;
import io.tical.server.http.wire.Listener;
import io.tical.server.metric.Family;
import io.tical.server.metric.PrometheusText;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Health checks and metrics for monitoring. */
public final class Observation {
    /** Above this usage of the heap, the collector may consume most of the processor time. */
    private static final int HEAP_USED_PERCENT_MAX = 90;

    private static final long MEBIBYTE = 1024L * 1024;

    private static final String METRICS = "/observe/metrics";

    /** Paths that respond with 405 to unsupported methods, where Helidon responds with 404. */
    static final Set<String> PATHS =
            Set.of("/observe/health", "/observe/health/live", "/observe/health/ready", METRICS);

    private Observation() {}

    private record Check(String name, Supplier<HealthCheckResponse> asked) implements HealthCheck {
        @Override
        public HealthCheckType type() {
            return HealthCheckType.READINESS;
        }

        @Override
        public HealthCheckResponse call() {
            return asked.get();
        }
    }

    /** Creates a check with a boolean result. */
    public static HealthCheck check(String name, BooleanSupplier works) {
        return new Check(
                name,
                () -> HealthCheckResponse.builder().status(works.getAsBoolean()).build());
    }

    /** Creates a check that fails for a reason, which it names. */
    public static HealthCheck check(String name, Supplier<Optional<String>> reason) {
        return new Check(name, () -> {
            var failure = reason.get();
            var response = HealthCheckResponse.builder().status(failure.isEmpty());
            failure.ifPresent(sentence -> response.detail("failure", sentence + "."));
            return response.build();
        });
    }

    /** Fails while the clock of this node differs from the database's by so much that the node must not serve. */
    public static HealthCheck clock(Supplier<Database.ClockState> asked) {
        return new Check("clock", () -> {
            var state = asked.get();
            var response = HealthCheckResponse.builder()
                    .status(state.trouble() == null)
                    .detail("database_ahead_ms", state.difference().toMillis());
            if (state.trouble() != null) {
                response.detail("failure", state.trouble() + ".");
            } else if (state.warning() != null) {
                response.detail("warning", state.warning() + ".");
            }
            return response.build();
        });
    }

    /**
     * Fails while the heap is nearly full of live objects. It measures the usage after the last collection, because the
     * current usage includes garbage. An idle service collects every ten seconds (the launcher's {@code
     * G1PeriodicGCInterval}), so the check recovers soon after memory is released.
     */
    public static HealthCheck heap() {
        var pools = ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .toList();
        // Zero before the first collection; pools without collection are not counted.
        return heap(
                () -> pools.stream()
                        .map(MemoryPoolMXBean::getCollectionUsage)
                        .filter(Objects::nonNull)
                        .mapToLong(MemoryUsage::getUsed)
                        .sum(),
                Runtime.getRuntime().maxMemory());
    }

    static HealthCheck heap(LongSupplier usedAfterCollectionBytes, long maxBytes) {
        return new Check("memory", () -> {
            var used = usedAfterCollectionBytes.getAsLong();
            return HealthCheckResponse.builder()
                    .status(used * 100 < maxBytes * HEAP_USED_PERCENT_MAX)
                    .detail("used_after_collection_mib", used / MEBIBYTE)
                    .detail("max_mib", maxBytes / MEBIBYTE)
                    .build();
        });
    }

    /** Reports notices for operators. It never fails, because the node can continue to serve. */
    public static HealthCheck notices(String name, String detail, Supplier<List<String>> asked) {
        return check(name, () -> true, detail, asked);
    }

    /** Creates a check with a boolean result, and with notices for operators. */
    public static HealthCheck check(String name, BooleanSupplier works, String detail, Supplier<List<String>> asked) {
        return new Check(name, () -> {
            var notices = asked.get();
            var response = HealthCheckResponse.builder().status(works.getAsBoolean());
            return notices.isEmpty()
                    ? response.build()
                    : response.detail(detail, String.join(" ", notices)).build();
        });
    }

    /** Tells the version of the program. It never fails. */
    public static HealthCheck version() {
        return new Check(
                "version",
                () -> HealthCheckResponse.builder()
                        .status(true)
                        .detail("version", Version.TEXT)
                        .build());
    }

    /** Reports whether a socket accepts connections, and how many are open. */
    static HealthCheck socket(String name, Supplier<Listener.State> asked) {
        return new Check(name + " socket", () -> {
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

    /** Mounts health and metrics under {@code /observe}. */
    static HttpFeature feature(List<HealthCheck> checks, List<Family> metrics) {
        // Weighed, because a feature without a weight would come after the last routes.
        return new HttpServer.Weighed(Weighted.DEFAULT_WEIGHT, routing -> {
            // The observers do not use the context, which only Helidon's own server has.
            HealthObserver.builder()
                    .useSystemServices(false)
                    .details(true)
                    .addHealthChecks(checks)
                    .build()
                    .register(null, List.of(routing), Observation::path);
            routing.get(METRICS, (request, response) -> {
                response.header("Content-Type", PrometheusText.CONTENT_TYPE);
                response.header("Cache-Control", "no-store");
                response.send(PrometheusText.of(metrics));
            });
        });
    }

    private static String path(String observer) {
        return "/observe/" + observer;
    }
}
