package io.tical.server.metric;

import io.tical.common.Word;
import java.util.List;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/**
 * A metric with all its series.
 *
 * @param name with the unit last, in base units: {@code tical_commit_seconds}; a counter's ends with {@code _total}
 * @param samples called for each scrape; must neither wait nor fail
 */
public record Family(String name, Kind kind, String help, Supplier<List<Sample>> samples) {
    /** What a monitoring system may do with the values. */
    enum Kind implements Word {
        COUNTER,
        GAUGE,
        HISTOGRAM
    }

    public static Family gauge(String name, String help, DoubleSupplier value) {
        return gauges(name, help, () -> List.of(Sample.of(value.getAsDouble())));
    }

    public static Family gauges(String name, String help, Supplier<List<Sample>> samples) {
        return new Family(name, Kind.GAUGE, help, samples);
    }

    public static Family counters(String name, String help, Supplier<List<Sample>> samples) {
        return new Family(name, Kind.COUNTER, help, samples);
    }

    public static Family histogram(String name, String help, Histogram histogram) {
        return histograms(name, help, () -> histogram.samples(List.of()));
    }

    public static Family histograms(String name, String help, Supplier<List<Sample>> samples) {
        return new Family(name, Kind.HISTOGRAM, help, samples);
    }
}
