package io.tical.server.bench;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Floods the api socket from as many processes as the file limit requires.
 *
 * @param floods the processes that wait for the start
 */
record FloodRound(Flood.Kind kind, int connections, List<HeldProcess> floods) implements Attack.Round {
    private static final int SECONDS = 15;
    private static final int EACH_MAX = 18_000;
    private static final int PROCESSES_MAX = 6;
    /** Files of a process other than connections. */
    private static final int OTHER_FILES = 500;

    @Override
    public @Nullable String obstacle() {
        return Math.ceilDiv(connections, connectionsMax()) <= PROCESSES_MAX
                ? null
                : "a process may open only " + (connectionsMax() + OTHER_FILES)
                        + " files here; raise the limit (ulimit -Hn)";
    }

    @Override
    public void prepare(ServiceProcess.Address service) throws IOException {
        var each = connectionsMax();
        for (int left = connections; left > 0; left -= each) {
            floods.add(HeldProcess.start(
                    List.of(),
                    "128m",
                    Flood.class.getName(),
                    Integer.toString(service.port()),
                    kind.name(),
                    Integer.toString(Math.min(left, each)),
                    Integer.toString(SECONDS)));
        }
    }

    @Override
    public List<Attack.Finding> run(ServiceProcess.Address service) throws IOException, InterruptedException {
        var counts = new int[3];
        try {
            for (var flood : floods) {
                flood.begin();
            }
            for (var flood : floods) {
                var said = flood.result().split(" ");
                for (int i = 0; i < counts.length; i++) {
                    counts[i] += Integer.parseInt(said[i]);
                }
            }
            return List.of(new Attack.Finding(
                    counts[0] + " connected, " + counts[1] + " refused, " + counts[2] + " closed", true));
        } finally {
            floods.forEach(HeldProcess::close);
            floods.clear();
        }
    }

    private static int connectionsMax() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
                ? Math.clamp(system.getMaxFileDescriptorCount() - OTHER_FILES, 100, EACH_MAX)
                : EACH_MAX;
    }
}
