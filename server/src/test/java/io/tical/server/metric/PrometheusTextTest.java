package io.tical.server.metric;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.metric.Sample.Label;
import java.util.List;
import org.junit.jupiter.api.Test;

class PrometheusTextTest {
    @Test
    void familiesAreWrittenWithHelpTypeAndSamples() {
        var sizes = Histogram.ofCounts(1, 2);
        sizes.record(1);
        sizes.record(2);
        sizes.record(3);

        var text = PrometheusText.of(List.of(
                Family.gauge("waiting", "What waits.", () -> 0.25),
                Family.counters(
                        "calls_total",
                        "Calls.",
                        () -> List.of(Sample.of(3, new Label("to", "a \"b\\\n"), new Label("how", "c")))),
                Family.histogram("sizes", "Sizes.", sizes)));

        assertThat(text).isEqualTo("""
                # HELP waiting What waits.
                # TYPE waiting gauge
                waiting 0.25
                # HELP calls_total Calls.
                # TYPE calls_total counter
                calls_total{to="a \\"b\\\\\\n",how="c"} 3
                # HELP sizes Sizes.
                # TYPE sizes histogram
                sizes_bucket{le="1"} 1
                sizes_bucket{le="2"} 2
                sizes_bucket{le="+Inf"} 3
                sizes_sum 6
                sizes_count 3
                """);
    }

    @Test
    void durationsAreRecordedInNanosecondsAndShownInSeconds() {
        var durations = Histogram.ofDurations();
        durations.record(1_500_000);

        assertThat(PrometheusText.of(List.of(Family.histogram("t_seconds", "Time.", durations))))
                .contains("t_seconds_bucket{le=\"0.001\"} 0\n", "t_seconds_bucket{le=\"0.002\"} 1\n")
                .contains("t_seconds_sum 0.0015\n", "t_seconds_bucket{le=\"10\"} 1\n");
    }

    @Test
    void nonFiniteNumbersAreWrittenAsPrometheusReadsThem() {
        assertThat(List.of(Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1e-7, -1.0))
                .map(PrometheusText::number)
                .containsExactly("NaN", "+Inf", "-Inf", "0.00000010", "-1");
    }
}
