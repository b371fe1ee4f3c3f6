package io.tical.server.bench;

import io.tical.server.command.Tool;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tical bench}: measures this machine with separate services and databases. */
@Command(
        name = "bench",
        description =
                "Measure this machine with separate services and databases: payouts, reads, payins, callbacks, the pay"
                        + " page, slips.",
        mixinStandardHelpOptions = true)
public final class RunBench implements Tool {
    @Option(names = "--rounds", description = "Rounds of each measurement, in turn. Default: ${DEFAULT-VALUE}")
    private int rounds = 3;

    @Option(names = "--seconds", description = "Length of one round. Default: ${DEFAULT-VALUE}")
    private int seconds = 8;

    @Option(names = "--connections", description = "Connections of the load client. Default: ${DEFAULT-VALUE}")
    private int connections = 256;

    @Parameters(
            arity = "0..*",
            paramLabel = "SUBJECT",
            description = "What to measure: ${COMPLETION-CANDIDATES}. Default: all, one after the other.")
    private List<Bench.Subject> subjects = List.of(Bench.Subject.values());

    @Option(
            names = "--hostile",
            split = ",",
            arity = "0..1",
            fallbackValue = "UNREAD,HEADERS,BODIES,DESCRIPTORS,DEADLINES,MALFORMED,UPLOADS,SIGN_INS,PAGES",
            paramLabel = "ATTACK",
            description = "Attack a service while a healthy client uses it: ${COMPLETION-CANDIDATES}. Default: all of"
                    + " them, each at its normal and its double size.")
    private List<Attack> attacks = List.of();

    @Option(
            names = "--failover",
            arity = "0..1",
            fallbackValue = "20",
            paramLabel = "KILLS",
            description =
                    "Kill the primary of a database with a synchronous standby under load, 20 times by default, and then promote one that lags.")
    private int kills;

    @Override
    public Integer call() throws IOException, InterruptedException {
        var bench = new Bench(System.out, new Bench.Plan(rounds, seconds, connections));
        var met = kills > 0 ? bench.failover(kills) : attacks.isEmpty() ? bench.run(subjects) : bench.attack(attacks);
        return met ? 0 : 1;
    }
}
