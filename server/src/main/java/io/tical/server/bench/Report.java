package io.tical.server.bench;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The figures of a run and whether they meet their targets. */
final class Report {
    private final PrintStream out;
    private final Figures figures = new Figures();
    private final List<String> verdicts = new ArrayList<>();
    private boolean met = true;

    Report(PrintStream out) {
        this.out = out;
    }

    /** Prints progress. */
    void say(String format, Object... arguments) {
        out.println(String.format(Locale.ROOT, format, arguments));
    }

    /** Records one round of a figure. */
    void add(String name, double value) {
        figures.add(name, value);
    }

    double median(String name) {
        return figures.median(name);
    }

    /** Records whether a figure meets its target. */
    void judge(String name, double value, String unit, boolean met, String wanted) {
        this.met &= met;
        verdicts.add(String.format(
                Locale.ROOT, "  %-56s %10.2f %-2s  %s (%s)", name, value, unit, met ? "met" : "NOT MET", wanted));
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
            out.print(figures.table());
            out.println();
        }
        verdicts.forEach(out::println);
        return met;
    }
}
