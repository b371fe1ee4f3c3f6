package io.tical.server.http;

import io.tical.server.metric.Family;
import io.tical.server.metric.Histogram;
import io.tical.server.metric.Sample;
import io.tical.server.metric.Sample.Label;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Counts and times the requests of one route. The labels are the method and the template of the route, never the path of a request, so that
 * clients cannot create series. Recording takes no lock and allocates nothing.
 */
public final class RouteMeter {
    /** Statuses with a counter of their own; all others share one. */
    private static final List<Integer> STATUSES =
            List.of(200, 201, 202, 204, 303, 304, 400, 401, 403, 404, 405, 409, 411, 413, 415, 422, 429, 500, 503);

    private static final int STATUS_MAX = 599;

    private final List<Label> labels;
    private final Histogram durations = Histogram.ofDurations();
    /** The counters by status. */
    private final LongAdder[] counts = new LongAdder[STATUS_MAX + 1];

    private final LongAdder others = new LongAdder();

    RouteMeter(String method, String template) {
        labels = List.of(new Label("method", method), new Label("route", template));
        for (int status = 0; status < counts.length; status++) {
            counts[status] = others;
        }
        STATUSES.forEach(status -> counts[status] = new LongAdder());
    }

    /**
     * The meter of requests that no route matches.
     *
     * @param tree the tree of the routes, such as {@code /v1/*}
     */
    static RouteMeter unmatched(String tree) {
        return new RouteMeter("other", tree);
    }

    /** Records a request that began at {@code startNanos}, as {@link System#nanoTime}. */
    void record(int status, long startNanos) {
        counted(status);
        durations.recordSince(startNanos);
    }

    /** Records a request without its duration. */
    void counted(int status) {
        (status >= 0 && status <= STATUS_MAX ? counts[status] : others).increment();
    }

    /** The metrics of requests. Routes without any request have no series yet. */
    public static List<Family> families(Supplier<Stream<RouteMeter>> meters) {
        return List.of(
                Family.counters(
                        "tical_http_requests_total",
                        "Requests by method, route and status.",
                        () -> meters.get().flatMap(RouteMeter::statuses).toList()),
                Family.histograms(
                        "tical_http_request_seconds",
                        "Time from the headers of a request to the end of its response.",
                        () -> meters.get()
                                .filter(meter -> meter.statuses().findAny().isPresent())
                                .flatMap(meter -> meter.durations.samples(meter.labels).stream())
                                .toList()));
    }

    private Stream<Sample> statuses() {
        var samples = new ArrayList<Sample>();
        for (int status : STATUSES) {
            samples.add(sample(Integer.toString(status), counts[status]));
        }
        samples.add(sample("other", others));
        return samples.stream().filter(sample -> sample.value() > 0);
    }

    private Sample sample(String status, LongAdder count) {
        return new Sample(
                "",
                Stream.concat(labels.stream(), Stream.of(new Label("status", status)))
                        .toList(),
                count.sum());
    }
}
