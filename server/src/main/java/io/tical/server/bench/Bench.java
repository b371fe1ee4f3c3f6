package io.tical.server.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Measures each subject with a separate service and database. */
public final class Bench {
    private final Plan plan;
    private final Report report;

    /**
     * How long to measure.
     *
     * @param rounds rounds of each measurement, in turn
     * @param seconds length of one round
     * @param connections of the load client
     */
    public record Plan(int rounds, int seconds, int connections) {}

    /** The subjects of measurement. */
    public enum Subject {
        PAYOUTS,
        READS,
        PAYINS,
        CALLBACKS,
        PAYPAGE,
        SLIPS
    }

    /** One subject's measurements. */
    interface Part {
        /** The settings of its service, as {@code TICAL_*} variables. */
        Map<String, String> settings();

        void measure(ServiceProcess service, BenchDatabase engine) throws IOException, InterruptedException;

        /** Whether its database is audited afterwards. */
        default boolean audited() {
            return true;
        }
    }

    public Bench(PrintStream out, Plan plan) {
        this.plan = plan;
        this.report = new Report(out);
    }

    /** Runs the subjects sequentially. Returns whether all targets are met. */
    public boolean run(List<Subject> subjects) throws IOException, InterruptedException {
        report.say(
                "Tical bench: %d rounds of %d s, %d processors, load and PostgreSQL on the same machine",
                plan.rounds(), plan.seconds(), Runtime.getRuntime().availableProcessors());
        for (var subject : subjects) {
            measure(
                    switch (subject) {
                        case PAYOUTS -> new PayoutBench(plan, report);
                        case READS -> new ReadBench(plan, report);
                        case PAYINS -> new PayinBench(plan, report);
                        case CALLBACKS -> new CallbackBench(plan, report);
                        case PAYPAGE -> new PayPageBench(plan, report);
                        case SLIPS -> new SlipBench(plan, report);
                    });
        }
        return report.print();
    }

    /** Runs the attacks. Returns whether all targets are met. */
    public boolean attack(List<Attack> attacks) throws IOException, InterruptedException {
        new HostileBench(report).run(attacks);
        return report.print();
    }

    private void measure(Part part) throws IOException, InterruptedException {
        var home = Files.createTempDirectory("tical-bench");
        try (var service = ServiceProcess.start(home, part.settings());
                var engine = new BenchDatabase(service.home())) {
            part.measure(service, engine);
            if (part.audited()) {
                var clean = engine.audit().clean();
                report.judge("wrong rows found by the audit", clean ? 0 : 1, "", clean, "none");
            }
        } finally {
            delete(home);
        }
    }

    static void delete(Path home) throws IOException {
        try (var files = Files.walk(home)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
