package io.tical.server;

import io.tical.server.bench.Bench;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tical bench}: measures this machine with a service and a database of its own. */
@Command(
        name = "bench",
        description = "Measure payouts a second, latencies and reads, with a service and database of its own.",
        mixinStandardHelpOptions = true)
final class RunBench implements Callable<Integer> {
    @Option(names = "--rounds", description = "Rounds of each measurement, in turn. Default: ${DEFAULT-VALUE}")
    private int rounds = 3;

    @Option(names = "--seconds", description = "Length of one round. Default: ${DEFAULT-VALUE}")
    private int seconds = 8;

    @Option(names = "--connections", description = "Connections of the load client. Default: ${DEFAULT-VALUE}")
    private int connections = 256;

    @Override
    public Integer call() throws IOException, InterruptedException {
        return new Bench(System.out, new Bench.Plan(rounds, seconds, connections)).run() ? 0 : 1;
    }
}
