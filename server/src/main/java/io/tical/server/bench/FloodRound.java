package io.tical.server.bench;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Floods the api socket from as many processes as the file limit requires.
 *
 * @param floods the processes that wait for the start
 */
record FloodRound(String name, Flood.Kind kind, int connections, List<Process> floods) implements Attack.Round {
    private static final int SECONDS = 15;
    private static final int EACH_MAX = 18_000;
    private static final int PROCESSES_MAX = 6;
    /** Files of a process other than connections. */
    private static final int OTHER_FILES = 500;

    @Override
    public @Nullable String obstacle() {
        var processes = (connections + connectionsMax() - 1) / connectionsMax();
        return processes <= PROCESSES_MAX
                ? null
                : "a process may open only " + (connectionsMax() + OTHER_FILES)
                        + " files here; raise the limit (ulimit -Hn)";
    }

    @Override
    public void prepare(ServiceAddress service) throws IOException {
        var each = connectionsMax();
        for (int left = connections; left > 0; left -= each) {
            var flood = start(service.port(), Math.min(left, each));
            floods.add(flood);
            var said = flood.inputReader(StandardCharsets.US_ASCII).readLine();
            if (!Flood.READY.equals(said)) {
                floods.forEach(Process::destroyForcibly);
                throw new IOException("a flood did not start: " + said);
            }
        }
    }

    @Override
    public List<Attack.Finding> run(ServiceAddress service) throws IOException, InterruptedException {
        var opened = 0;
        var refused = 0;
        var closed = 0;
        try {
            for (var flood : floods) {
                flood.getOutputStream().write('\n');
                flood.getOutputStream().flush();
            }
            for (var flood : floods) {
                var said = String.valueOf(
                        flood.inputReader(StandardCharsets.US_ASCII).readLine());
                if (flood.waitFor() != 0) {
                    throw new IOException("a flood ended with " + flood.exitValue() + ": " + said);
                }
                opened += Integer.parseInt(said.split(" ")[0]);
                refused += Integer.parseInt(said.split(" ")[1]);
                closed += Integer.parseInt(said.split(" ")[2]);
            }
            return List.of(
                    new Attack.Finding(opened + " connected, " + refused + " refused, " + closed + " closed", true));
        } finally {
            floods.forEach(Process::destroyForcibly);
            floods.clear();
        }
    }

    private static int connectionsMax() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
                ? Math.clamp(system.getMaxFileDescriptorCount() - OTHER_FILES, 100, EACH_MAX)
                : EACH_MAX;
    }

    private Process start(int port, int count) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Flood.class.getName(),
                        Integer.toString(port),
                        kind.name(),
                        Integer.toString(count),
                        Integer.toString(SECONDS))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }
}
