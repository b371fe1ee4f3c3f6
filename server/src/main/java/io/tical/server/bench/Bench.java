package io.tical.server.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** Measures each subject with a separate service and database. */
public record Bench(Plan plan, Report report) {
    /** Disables rate limits, delays the sandbox's dispatch beyond the measurement, and allows callbacks to this machine. */
    private static final Map<String, String> SETTINGS = Map.of(
            "TICAL_RATE_LIMIT_TEST", "0",
            "TICAL_RATE_LIMIT_LIVE", "0",
            "TICAL_RATE_LIMIT_PAY", "0",
            "TICAL_SANDBOX_DISPATCH_SECONDS", "86400",
            "TICAL_WEBHOOK_ALLOW", "127.0.0.1");

    /**
     * How long to measure.
     *
     * @param rounds rounds of each measurement, in turn
     * @param seconds length of one round
     * @param connections of the load client
     */
    public record Plan(int rounds, int seconds, int connections) {
        /** The length of one round. */
        Duration round() {
            return Duration.ofSeconds(seconds);
        }
    }

    /** The subjects of measurement. */
    public enum Subject {
        PAYOUTS,
        READS,
        PAYINS,
        TRANSFERS,
        CALLBACKS,
        PAYPAGE,
        SLIPS,
        AUDIT,
        OPERATORS,
        STATEMENTS,
        SETTLEMENTS,
        OUTWARD,
        BANK;

        private Map<String, String> settings() {
            if (this != OUTWARD) {
                return SETTINGS;
            }
            var sending = new HashMap<>(SETTINGS);
            sending.put("TICAL_SANDBOX_DISPATCH_SECONDS", "0");
            return sending;
        }

        /** Whether rows that are only read are inserted without transfers and MACs. */
        private boolean hasMadeRows() {
            return this == READS || this == OPERATORS || this == OUTWARD;
        }
    }

    public Bench(PrintStream out, Plan plan) {
        this(plan, new Report(out));
    }

    /** Runs the subjects sequentially. Returns whether all targets are met. */
    public boolean run(List<Subject> subjects) throws IOException, InterruptedException {
        report.say(
                "Tical bench: %d rounds of %d s, %d processors, load and PostgreSQL on the same machine",
                plan.rounds(), plan.seconds(), Runtime.getRuntime().availableProcessors());
        for (var subject : subjects) {
            measure(subject);
        }
        return report.print();
    }

    /** Runs the attacks. Returns whether all targets are met. */
    public boolean attack(List<Attack> attacks) throws IOException, InterruptedException {
        new HostileBench(report, plan.rounds(), new ArrayList<>()).run(attacks);
        return report.print();
    }

    /** Kills the primary of a database with a synchronous standby this often. Returns whether all targets are met. */
    public boolean failover(int kills) throws IOException, InterruptedException {
        new FailoverBench(report, kills).measure();
        return report.print();
    }

    private void measure(Subject subject) throws IOException, InterruptedException {
        var home = Files.createTempDirectory("tical-bench");
        try (var service = ServiceProcess.start(home, subject.settings());
                var engine = new BenchDatabase(home)) {
            var numbers = new AtomicLong();
            switch (subject) {
                case PAYOUTS -> new PayoutBench(plan, report, service, engine, numbers).measure();
                case READS -> new ReadBench(plan, report, service, engine, numbers).measure();
                case PAYINS -> new PayinBench(plan, report, service, engine, numbers).measure();
                case TRANSFERS -> new TransferBench(plan, report, service, engine, numbers).measure();
                case CALLBACKS -> new CallbackBench(plan, report, engine).measure();
                case PAYPAGE -> new PayPageBench(plan, report, service, engine, numbers).measure();
                case SLIPS -> new SlipBench(plan, report, service, engine).measure();
                case OPERATORS -> new OperatorBench(plan, report, service, engine, numbers).measure();
                case SETTLEMENTS -> new SettlementBench(plan, report, service, engine, numbers).measure();
                case AUDIT -> new AuditBench(plan, report, service, engine).measure();
                case BANK -> new BankBench(plan, report, service, engine, numbers).measure();
                case OUTWARD -> new OutwardBench(plan, report, service, engine).measure();
                case STATEMENTS -> new StatementBench(plan, report, service, engine).measure();
            }
            if (!subject.hasMadeRows()) {
                report.judgeAudit(engine);
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
