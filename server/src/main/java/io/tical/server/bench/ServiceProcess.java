package io.tical.server.bench;

import io.tical.common.Json;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A service in a separate process on free loopback ports; its heap is 512 MB unless its command says otherwise.
 *
 * @param payPort the port of the pay page
 */
public record ServiceProcess(Process process, Path home, Path log, int port, int payPort, int adminPort)
        implements AutoCloseable {
    private static final int STARTS_MAX = 5;
    private static final Duration START_MAX = Duration.ofSeconds(90);
    private static final Duration STOP_MAX = Duration.ofSeconds(60);
    private static final Pattern HEAP_USED = Pattern.compile("used (\\d+)K");

    /** The ports on loopback, and the home for credentials. */
    record Address(int port, int payPort, Path home) {}

    /**
     * Starts a service with the options that the launcher gives it, and waits until it is ready.
     *
     * @param home its home, which may contain data of an earlier process
     * @param settings {@code TICAL_*} variables except home and ports
     */
    static ServiceProcess start(Path home, Map<String, String> settings) throws IOException {
        return start(home, settings, 0);
    }

    /** @param descriptorsMax its file limit; 0 for the limit of this process */
    static ServiceProcess start(Path home, Map<String, String> settings, int descriptorsMax) throws IOException {
        var prefix = descriptorsMax == 0
                ? List.<String>of()
                : List.of("sh", "-c", "ulimit -n " + descriptorsMax + "; exec \"$@\"", "service");
        return start(home, settings, HeldProcess.command(prefix, options(), "io.tical.server.command.Main", "serve"));
    }

    /** The launcher gives this program the options of a service. Without the cache, because it may or may not exist. */
    private static List<String> options() {
        var own = ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> !option.startsWith("-XX:AOTCache="));
        return Stream.concat(own, Stream.of("-XX:+ExitOnOutOfMemoryError")).toList();
    }

    /**
     * Starts a service with this command, and waits until it is ready.
     *
     * @param home its home, which may contain data of an earlier process
     * @param settings {@code TICAL_*} variables except home and ports
     */
    public static ServiceProcess start(Path home, Map<String, String> settings, List<String> command)
            throws IOException {
        for (int attempt = 1; ; attempt++) {
            try {
                return startOnce(home, settings, command);
            } catch (IOException failure) {
                // Another program took a port that was free.
                if (attempt == STARTS_MAX
                        || !String.valueOf(failure.getMessage()).contains("Address already in use")) {
                    throw failure;
                }
            }
        }
    }

    private static ServiceProcess startOnce(Path home, Map<String, String> settings, List<String> command)
            throws IOException {
        var log = Files.createTempFile(home, "service", ".log");
        var port = freePort();
        var payPort = freePort();
        var adminPort = freePort();
        var builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("TICAL_"));
        builder.environment().putAll(settings);
        builder.environment()
                .putAll(Map.of(
                        "TICAL_HOME", home.toString(),
                        "TICAL_BIND", "127.0.0.1",
                        "TICAL_API_PORT", Integer.toString(port),
                        "TICAL_PAY_PORT", Integer.toString(payPort),
                        "TICAL_ADMIN_PORT", Integer.toString(adminPort)));
        var process = builder.start();
        // If this program is ended, the service ends too.
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroy, "end-service"));
        var service = new ServiceProcess(process, home, log, port, payPort, adminPort);
        service.awaitReady();
        return service;
    }

    private void awaitReady() throws IOException {
        var end = System.nanoTime() + START_MAX.toNanos();
        try {
            while (System.nanoTime() < end && process.isAlive()) {
                if (Files.readAllLines(log).stream().anyMatch(line -> line.endsWith("ready"))) {
                    return;
                }
                Thread.sleep(50);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
        throw new IOException("the service did not start:\n" + Files.readString(log));
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    Address address() {
        return new Address(port, payPort, home);
    }

    /** A field of {@code credentials.json}. */
    public String credential(String field) throws IOException {
        return Json.mapper()
                .readTree(home.resolve("credentials.json").toFile())
                .get(field)
                .textValue();
    }

    /** The processor time of the service and its database so far. */
    Duration processorTime() {
        return Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .flatMap(one -> one.info().totalCpuDuration().stream())
                .reduce(Duration.ZERO, Duration::plus);
    }

    /** The used heap after a full collection. */
    double heapMegabytes() throws IOException, InterruptedException {
        jcmd("GC.run");
        var used = HEAP_USED.matcher(jcmd("GC.heap_info"));
        if (!used.find()) {
            throw new IOException("jcmd does not say what is used");
        }
        return Long.parseLong(used.group(1)) / 1_024.0;
    }

    private String jcmd(String command) throws IOException, InterruptedException {
        var tool = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        var jcmd = new ProcessBuilder(tool, Long.toString(process.pid()), command)
                .redirectErrorStream(true)
                .start();
        var said = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (jcmd.waitFor() != 0) {
            throw new IOException(said);
        }
        return said;
    }

    /** The resident memory. */
    double residentMegabytes() throws IOException {
        return status("VmRSS");
    }

    /** The maximum resident memory since {@link #forgetPeak}. */
    double peakMegabytes() throws IOException {
        return status("VmHWM");
    }

    void forgetPeak() throws IOException {
        Files.writeString(Path.of("/proc/" + process.pid() + "/clear_refs"), "5");
    }

    private double status(String field) throws IOException {
        for (var line : Files.readAllLines(Path.of("/proc/" + process.pid() + "/status"))) {
            if (line.startsWith(field + ":")) {
                return Long.parseLong(line.replaceAll("\\D", "")) / 1_024.0;
            }
        }
        throw new IOException("/proc does not say " + field);
    }

    /** Sends SIGKILL: no shutdown hook runs, nothing is flushed. */
    public void kill() {
        process.destroyForcibly();
        await();
    }

    /** Sends SIGTERM and waits for the end. */
    @Override
    public void close() {
        process.destroy();
        await();
    }

    private void await() {
        try {
            if (!process.waitFor(STOP_MAX.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
