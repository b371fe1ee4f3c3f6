package io.tical.server.metric;

import io.tical.common.Word;
import io.tical.server.metric.Sample.Label;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Counts and times calls of one kind by their outcome. Thread-safe. */
public final class Calls<E extends Enum<E> & Word> {
    private final List<Label> labels;
    private final Map<E, LongAdder> counts;
    private final Histogram durations = Histogram.ofDurations();

    /** @param labels the labels of the kind of call */
    public Calls(Class<E> outcomes, Label... labels) {
        this.labels = List.of(labels);
        this.counts = new EnumMap<>(outcomes);
        for (var outcome : outcomes.getEnumConstants()) {
            counts.put(outcome, new LongAdder());
        }
    }

    /**
     * Makes a call and records it.
     *
     * @param outcome returns the outcome of a call that returns
     * @param failure the outcome of a call that throws an exception
     */
    public <T> T measure(Supplier<T> call, Function<T, E> outcome, E failure) {
        var start = System.nanoTime();
        var recorded = failure;
        try {
            var result = call.get();
            recorded = outcome.apply(result);
            return result;
        } finally {
            Objects.requireNonNull(counts.get(recorded)).increment();
            durations.recordSince(start);
        }
    }

    /**
     * The metrics of calls of one or more kinds.
     *
     * @param name without the unit, such as {@code tical_upstream_call}
     * @param what a description of what is called
     */
    public static List<Family> families(String name, String what, List<? extends Calls<?>> kinds) {
        return List.of(
                Family.counters(
                        name + "s_total",
                        what + ", by outcome.",
                        () -> kinds.stream().flatMap(Calls::outcomes).toList()),
                Family.histograms(
                        name + "_seconds",
                        what + ": how long they take.",
                        () -> kinds.stream().flatMap(Calls::timings).toList()));
    }

    private Stream<Sample> timings() {
        return durations.samples(labels).stream();
    }

    private Stream<Sample> outcomes() {
        return counts.entrySet().stream()
                .map(entry -> new Sample(
                        "",
                        Stream.concat(
                                        labels.stream(),
                                        Stream.of(new Label(
                                                "outcome", entry.getKey().word())))
                                .toList(),
                        entry.getValue().sum()));
    }
}
