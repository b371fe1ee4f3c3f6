package io.tical.server.bench;

import java.util.function.Supplier;

/** Measures how many objects of several kinds are created a second, in turn, and compares them with payouts on the same service. */
record Comparison(Bench.Plan plan, Report report, LoadClient client) {
    /** The minimum fraction of the rate of payouts. */
    private static final double SHARE_MIN = 0.6;

    Comparison(Bench.Plan plan, Report report, ServiceProcess service) {
        this(plan, report, new LoadClient(service.port(), plan.connections()));
    }

    /** A kind of creation: its name, which ends with {@code creates/s}, and its requests. */
    record Series(String name, Supplier<byte[]> requests) {}

    /**
     * Measures payouts and then the others in each round, after a round of the first two that does not count.
     *
     * @param judged the subject of the comparison, in the report
     * @param first the compared series
     */
    void measure(String judged, Series payouts, Series first, Series... others) {
        client.run(plan.round(), 201, payouts.requests());
        client.run(plan.round(), 201, first.requests());
        for (int round = 1; round <= plan.rounds(); round++) {
            report.say("Round %d of %d…", round, plan.rounds());
            run(payouts);
            run(first);
            for (var other : others) {
                run(other);
            }
        }
        var share = report.median(first.name()) / report.median(payouts.name());
        report.judge(judged, share * 100, "%", share >= SHARE_MIN, "at least 60 %");
        report.judgeResponses();
    }

    private void run(Series series) {
        var result = client.run(plan.round(), 201, series.requests());
        report.add(series.name(), result.perSecond());
        report.add(series.name().replace("creates/s", "p99 ms"), result.percentileMillis(99));
        report.say("  %s: %.0f", series.name(), result.perSecond());
        report.checked(result);
    }
}
