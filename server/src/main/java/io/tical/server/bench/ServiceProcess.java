package io.tical.server.bench;

import io.tical.common.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A service in a separate process with a heap of 512 MB, on free loopback ports. */
public final class ServiceProcess implements AutoCloseable {
    private static final Duration START_MAX = Duration.ofSeconds(90);
    private static final Duration STOP_MAX = Duration.ofSeconds(60);

    private final Process process;
    private final Path home;
    private final Path log;
    private final int port;
    private final int payPort;
    private final int adminPort;

    private ServiceProcess(Process process, Path home, Path log, int port, int payPort, int adminPort) {
        this.process = process;
        this.home = home;
        this.log = log;
        this.port = port;
        this.payPort = payPort;
        this.adminPort = adminPort;
    }

    /**
     * Starts a service and waits until it is ready.
     *
     * @param home its home, which may contain data of an earlier process
     * @param settings {@code TICAL_*} variables except home and ports
     */
    public static ServiceProcess start(Path home, Map<String, String> settings) throws IOException {
        return start(home, settings, List.of());
    }

    /** Starts a service with a file limit. */
    static ServiceProcess startLimited(Path home, Map<String, String> settings, int descriptorsMax) throws IOException {
        return start(home, settings, List.of("sh", "-c", "ulimit -n " + descriptorsMax + "; exec \"$@\"", "service"));
    }

    private static ServiceProcess start(Path home, Map<String, String> settings, List<String> prefix)
            throws IOException {
        var log = Files.createTempFile(home, "service", ".log");
        var port = freePort();
        var payPort = freePort();
        var adminPort = freePort();
        var command = new ArrayList<>(prefix);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(
                "-Xmx512m",
                "-XX:+UseG1GC",
                "-XX:G1PeriodicGCInterval=10000",
                "-XX:+UseCompactObjectHeaders",
                "-XX:+ExitOnOutOfMemoryError",
                "--enable-native-access=ALL-UNNAMED"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), "io.tical.server.command.Main", "serve"));
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
        var service = new ServiceProcess(builder.start(), home, log, port, payPort, adminPort);
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

    public int port() {
        return port;
    }

    /** The port of the pay page. */
    int payPort() {
        return payPort;
    }

    ServiceAddress address() {
        return new ServiceAddress(port, payPort, home);
    }

    /** The processor time of the service and its database so far. */
    Duration processorTime() {
        return Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .flatMap(one -> one.info().totalCpuDuration().stream())
                .reduce(Duration.ZERO, Duration::plus);
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** The size of its log so far. */
    long logBytes() throws IOException {
        return Files.size(log);
    }

    Path log() {
        return log;
    }

    public int adminPort() {
        return adminPort;
    }

    public Path home() {
        return home;
    }

    /** A field of {@code credentials.json}. */
    public String credential(String field) throws IOException {
        return Json.mapper()
                .readTree(home.resolve("credentials.json").toFile())
                .get(field)
                .textValue();
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

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
