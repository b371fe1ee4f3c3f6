package io.tical.server.bench;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The figures of a run and whether they meet their targets. */
final class Report {
    private final PrintStream out;
    /** Measured values by name, one for each round. */
    private final Map<String, List<Double>> figures = new LinkedHashMap<>();

    private final List<String> verdicts = new ArrayList<>();
    private boolean met = true;
    private long errors;

    Report(PrintStream out) {
        this.out = out;
    }

    /** Prints progress. */
    void say(String format, Object... arguments) {
        out.println(String.format(Locale.ROOT, format, arguments));
    }

    /** Records one round of a figure. */
    void add(String name, double value) {
        figures.computeIfAbsent(name, key -> new ArrayList<>()).add(value);
    }

    /** Records the latencies of one round. */
    void add(String name, LoadClient.Result result) {
        add(name, result.latenciesMicros(), 50, 99);
    }

    /** Records percentiles of sorted latencies. */
    void add(String name, long[] sortedMicros, int... percentiles) {
        for (var percentile : percentiles) {
            add(name + ", p" + percentile + " ms", LoadClient.percentileMillis(sortedMicros, percentile));
        }
    }

    double median(String name) {
        var sorted = figures.getOrDefault(name, List.of()).stream().sorted().toList();
        if (sorted.isEmpty()) {
            throw new IllegalArgumentException("nothing was measured as " + name);
        }
        var middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    double max(String name) {
        return figures.getOrDefault(name, List.of()).stream()
                .mapToDouble(Double::doubleValue)
                .max()
                .orElseThrow();
    }

    /** Counts the unexpected responses of a run. */
    LoadClient.Result checked(LoadClient.Result result) {
        errors += result.errors();
        if (result.errors() > 0) {
            say("%s", result.firstError());
        }
        return result;
    }

    /** Counts an unexpected response. */
    void expect(boolean met, String name, int status) {
        if (!met) {
            errors++;
            say("  %s was answered %d", name, status);
        }
    }

    /** Records whether the responses since the last call were all expected. */
    void judgeResponses() {
        judgeResponses("unexpected responses");
    }

    void judgeResponses(String name) {
        judge(name, (double) errors, "", errors == 0, "none");
        errors = 0;
    }

    /** Records whether a figure meets its target. */
    void judge(String name, double value, String unit, boolean met, String wanted) {
        this.met &= met;
        verdicts.add(String.format(
                Locale.ROOT, "  %-56s %10.2f %-2s  %s (%s)", name, value, unit, met ? "met" : "NOT MET", wanted));
    }

    /** Audits a database and records whether it is correct. */
    void judgeAudit(BenchDatabase engine) {
        var finding = engine.audit().finding();
        if (finding != null) {
            say("The audit: %s", finding.sentence());
        }
        judge("wrong rows found by the audit", finding == null ? 0 : 1, "", finding == null, "none");
    }

    /** Records a group of figures with one verdict. */
    void judge(String line, boolean met) {
        this.met &= met;
        verdicts.add("  " + line + (met ? "  MET" : "  NOT MET"));
    }

    /** Prints all figures. Returns whether all targets are met. */
    boolean print() {
        out.println();
        if (!figures.isEmpty()) {
            out.println("Medians [and every round]");
            figures.forEach((name, rounds) -> say(
                    "  %-48s %12.2f   [%s]",
                    name,
                    median(name),
                    rounds.stream()
                            .map(value -> String.format(Locale.ROOT, "%.2f", value))
                            .collect(Collectors.joining(", "))));
            out.println();
        }
        verdicts.forEach(out::println);
        return met;
    }
}
