package io.tical.server.bench;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a run measured and how it stands against what is wanted. */
final class Report {
    private final PrintStream out;
    private final Figures figures = new Figures();
    private final List<String> verdicts = new ArrayList<>();
    private boolean met = true;

    Report(PrintStream out) {
        this.out = out;
    }

    /** Tells how far the run has come. */
    void say(String format, Object... arguments) {
        out.println(String.format(Locale.ROOT, format, arguments));
    }

    /** Notes one round of a figure. */
    void add(String name, double value) {
        figures.add(name, value);
    }

    double median(String name) {
        return figures.median(name);
    }

    /** Notes whether a figure is what is wanted. */
    void judge(String name, double value, String unit, boolean met, String wanted) {
        this.met &= met;
        verdicts.add(String.format(
                Locale.ROOT, "  %-56s %10.2f %-2s  %s (%s)", name, value, unit, met ? "met" : "NOT MET", wanted));
    }

    /** Notes a line of figures that are judged together. */
    void judge(String line, boolean met) {
        this.met &= met;
        verdicts.add("  " + line + (met ? "  MET" : "  NOT MET"));
    }

    /** Prints everything; answers whether all of it is as wanted. */
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
