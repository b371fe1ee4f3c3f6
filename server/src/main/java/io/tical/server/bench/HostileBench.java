package io.tical.server.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Attacks a service on loopback while a healthy client uses it, each attack at its normal and its double size. If the service does not
 * respond within half a minute after an attack, it is killed and restarted for the next attack.
 *
 * @param rounds how often each attack runs; all are judged together, because other programs share the machine
 * @param acknowledged the ids of all payouts that were acknowledged, to which each attack adds
 */
record HostileBench(Report report, int rounds, List<String> acknowledged) {
    private static final Map<String, String> SETTINGS =
            Map.of("TICAL_RATE_LIMIT_TEST", "0", "TICAL_SANDBOX_DISPATCH_SECONDS", "86400");

    private static final Duration WARMING = Duration.ofSeconds(20);
    private static final Duration QUIET = Duration.ofSeconds(15);
    private static final double REHEARSAL_SCALE = 0.1;
    private static final Duration WAITED_MAX = Duration.ofSeconds(30);
    private static final int TOP_UPS = 20;

    private static final double RATIO_MAX = 2;

    private static final double ANSWERED_SECONDS_MAX = 5;
    private static final double RESIDENT_MEGABYTES_MAX = 1_024;
    private static final double LOG_MEGABYTES_MAX = 1;

    void run(List<Attack> attacks) throws IOException, InterruptedException {
        var home = Files.createTempDirectory("tical-bench");
        report.say("Tical bench, hostile clients: on loopback, beside a healthy client of 50 payouts and 25 reads a"
                + " second");
        try (var target = new Target(home)) {
            for (var attack : attacks) {
                target.limit(attack == Attack.DESCRIPTORS ? Attack.DESCRIPTORS_MAX : 0);
                // A small attack without a target first, so that the JVM has compiled the code.
                try (var attacker = target.attacker(attack, REHEARSAL_SCALE)) {
                    AttackProcess.attack(attacker);
                }
                measure(target, attack, 1);
                measure(target, attack, 2);
            }
            target.limit(0);
            var lost = lost(target, acknowledged);
            report.judge("acknowledged payouts lost", lost, "", lost == 0, "none of " + acknowledged.size());
            try (var engine = new BenchDatabase(home)) {
                report.judgeAudit(engine);
            }
        } finally {
            Bench.delete(home);
        }
    }

    private void measure(Target target, Attack attack, int scale) throws IOException, InterruptedException {
        var name = attack.description(scale);
        var merchant = new BenchMerchant(target.service.address(), target.payer.key());
        var obstacle = attack.round(scale, merchant).obstacle();
        if (obstacle != null) {
            report.say("%s: NOT RUN, %s", name, obstacle);
            report.judge(name + ", NOT RUN", false);
            return;
        }
        report.say("%s…", name);
        var line = new Line(name);
        var quiet = new ArrayList<HealthyClient.Result>();
        var attacked = new ArrayList<HealthyClient.Result>();
        quiet.add(quiet(target));
        for (int round = 0; round < rounds; round++) {
            attacked.add(attack(target, attack, scale, line));
            quiet.add(quiet(target));
        }
        var during = HealthyClient.Result.of(attacked);
        var lost = lost(target, during.acknowledged());
        for (var percentile : List.of(50, 99)) {
            var usual = HealthyClient.Result.of(quiet).percentileMillis(percentile);
            var ratio = during.percentileMillis(percentile) / usual;
            line.add(
                    "p%d %.1f ms %s, %.1f ms %s without the attack: %.2f ×",
                    percentile < 99 || ratio <= RATIO_MAX,
                    percentile,
                    during.percentileMillis(percentile),
                    each(attacked, percentile),
                    usual,
                    each(quiet, percentile),
                    ratio);
        }
        line.add("%.1f %% answered", true, during.answeredPercent());
        line.add("%d of %d payouts lost", lost == 0, lost, during.acknowledged().size());
        var failures = during.failures();
        if (!failures.isEmpty()) {
            var first = failures.getFirst().lines().findFirst().orElse("");
            line.add("%d failures, the first: %s", true, failures.size(), first);
        }
        line.print(report);
    }

    /** Attacks once, and adds the figures of the service and the attacker. */
    private HealthyClient.Result attack(Target target, Attack attack, int scale, Line line)
            throws IOException, InterruptedException {
        var service = target.service;
        service.forgetPeak();
        var logBytes = Files.size(service.log());
        List<Attack.Finding> findings;
        HealthyClient.Result during;
        try (var attacker = target.attacker(attack, scale);
                var client = new HealthyClient(service.port(), target.payer)) {
            findings = AttackProcess.attack(attacker);
            during = client.stop();
        }
        var seconds = HealthyClient.secondsUntilAnswered(service.port(), target.payer, WAITED_MAX);
        acknowledged.addAll(during.acknowledged());
        var answers = Double.isFinite(seconds) && service.process().isAlive();
        var resident = service.process().isAlive() ? service.peakMegabytes() : Double.NaN;
        var heap = answers ? service.heapMegabytes() : Double.NaN;
        var log = (Files.size(service.log()) - logBytes) / 1e6;
        if (!answers) {
            target.replace();
        }
        line.add("answers after %.1f s", during.failures().isEmpty() || seconds <= ANSWERED_SECONDS_MAX, seconds);
        line.add(answers ? "same process" : "process ended or hung", answers);
        line.add("resident %.0f MB, heap %.0f MB", resident <= RESIDENT_MEGABYTES_MAX, resident, heap);
        line.add("log %.3f MB", log < LOG_MEGABYTES_MAX, log);
        findings.forEach(finding -> line.add("%s", finding.met(), finding.text()));
        return during;
    }

    /** Measures the client without an attack. */
    private HealthyClient.Result quiet(Target target) throws IOException, InterruptedException {
        var quiet = HealthyClient.run(target.service.port(), target.payer, QUIET);
        acknowledged.addAll(quiet.acknowledged());
        return quiet;
    }

    private static String each(List<HealthyClient.Result> results, int percentile) {
        return results.stream()
                .map(one -> String.format(Locale.ROOT, "%.1f", one.percentileMillis(percentile)))
                .collect(Collectors.joining(", ", "[", "]"));
    }

    /** The number of acknowledged payouts that the service does not know. */
    private static int lost(Target target, List<String> ids) {
        var next = ids.iterator();
        if (!next.hasNext()) {
            return 0;
        }
        try {
            return new LoadClient(target.service.port(), 8)
                    .run(ids.size(), 200, () -> target.payer.get("/v1/payouts/" + next.next()))
                    .errors();
        } catch (UncheckedIOException e) {
            return ids.size();
        }
    }

    /** The figures of one attack. Missed targets are marked. */
    private static final class Line {
        private final StringBuilder text;
        private boolean met = true;

        Line(String name) {
            text = new StringBuilder(String.format(Locale.ROOT, "%-52s", name));
        }

        void add(String format, boolean met, Object... arguments) {
            this.met &= met;
            text.append("\n      ").append(met ? "  " : "! ").append(String.format(Locale.ROOT, format, arguments));
        }

        void print(Report report) {
            report.say("%s%n    %s", text, met ? "MET" : "NOT MET");
            report.judge(text.substring(0, text.indexOf("\n")), met);
        }
    }

    /** The attacked service and its merchant. */
    private static final class Target implements AutoCloseable {
        private final Path home;
        private final Payer payer;
        private int descriptorsMax;
        private ServiceProcess service;

        Target(Path home) throws IOException, InterruptedException {
            this.home = home;
            service = ServiceProcess.start(home, SETTINGS);
            try (var engine = new BenchDatabase(home)) {
                payer = Payer.create(service, engine, "Shop", TOP_UPS);
            }
            warm();
        }

        private void warm() throws IOException, InterruptedException {
            HealthyClient.run(service.port(), payer, WARMING);
        }

        HeldProcess attacker(Attack attack, double scale) throws IOException {
            return AttackProcess.start(attack, scale, service.address(), payer.key());
        }

        /** Restarts the service if its file limit changes; 0 is the limit of this process. */
        void limit(int descriptors) throws IOException, InterruptedException {
            if (descriptors != descriptorsMax) {
                descriptorsMax = descriptors;
                service.close();
                start();
            }
        }

        /** Kills the service and starts another. */
        void replace() throws IOException, InterruptedException {
            service.kill();
            start();
        }

        private void start() throws IOException, InterruptedException {
            service = ServiceProcess.start(home, SETTINGS, descriptorsMax);
            warm();
        }

        @Override
        public void close() {
            service.close();
        }
    }
}
