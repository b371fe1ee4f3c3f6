package io.tical.server.metric;

import io.tical.server.metric.Sample.Label;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/** Counts values in fixed buckets. Recording takes no lock and allocates nothing. Thread-safe. */
public final class Histogram {
    private static final long[] DURATIONS_MS = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000};

    private final long[] bounds;
    private final double unit;
    /** One counter for each bound, and one for larger values. */
    private final LongAdder[] counts;

    private final LongAdder sum = new LongAdder();

    /** @param unit the number of recorded units in one unit of the metric */
    private Histogram(long[] bounds, double unit) {
        this.bounds = bounds;
        this.unit = unit;
        this.counts = Stream.generate(LongAdder::new).limit(bounds.length + 1L).toArray(LongAdder[]::new);
    }

    /** Durations from a millisecond to ten seconds, recorded in nanoseconds and shown in seconds. */
    public static Histogram ofDurations() {
        return new Histogram(
                Arrays.stream(DURATIONS_MS)
                        .map(ms -> Duration.ofMillis(ms).toNanos())
                        .toArray(),
                1e9);
    }

    /** @param bounds the largest value of each bucket, ascending */
    public static Histogram ofCounts(long... bounds) {
        return new Histogram(bounds.clone(), 1);
    }

    public void record(long value) {
        int bucket = 0;
        while (bucket < bounds.length && value > bounds[bucket]) {
            bucket++;
        }
        counts[bucket].increment();
        sum.add(value);
    }

    /** Records the time since {@code startNanos}, as {@link System#nanoTime}. */
    public void recordSince(long startNanos) {
        record(System.nanoTime() - startNanos);
    }

    /** The cumulative counts of the buckets, the sum and the count, with these labels. */
    public List<Sample> samples(List<Label> labels) {
        var samples = new ArrayList<Sample>();
        var count = 0L;
        for (int bucket = 0; bucket < counts.length; bucket++) {
            count += counts[bucket].sum();
            var bound = bucket < bounds.length ? PrometheusText.number(bounds[bucket] / unit) : "+Inf";
            samples.add(new Sample("_bucket", with(labels, new Label("le", bound)), count));
        }
        samples.add(new Sample("_sum", labels, sum.sum() / unit));
        // Not read again, so that it equals the last bucket during concurrent recording.
        samples.add(new Sample("_count", labels, count));
        return samples;
    }

    private static List<Label> with(List<Label> labels, Label last) {
        return Stream.concat(labels.stream(), Stream.of(last)).toList();
    }
}
