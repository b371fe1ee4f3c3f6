package io.tical.server.bench;

import com.fasterxml.jackson.core.type.TypeReference;
import io.tical.common.Json;
import io.tical.server.bench.Attack.Finding;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A process that carries out one attack. Attackers of a real service compute on machines of their own. Here they share the
 * processors with the service and the healthy client, so they run at the lowest priority where the system has {@code nice}:
 * what is measured is what the attack costs the service, not what it costs the attacker.
 */
final class AttackProcess implements AutoCloseable {
    private static final String READY = "ready";
    private static final Path NICE = Path.of("/usr/bin/nice");

    private final Process process;

    private AttackProcess(Process process) {
        this.process = process;
    }

    /** Starts the process and waits until the attack is prepared. */
    static AttackProcess start(Attack attack, double scale, ServiceAddress service, String key) throws IOException {
        var command = new ArrayList<String>();
        if (Files.isExecutable(NICE)) {
            command.addAll(List.of(NICE.toString(), "-n", "19"));
        }
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                AttackProcess.class.getName(),
                attack.name(),
                Double.toString(scale),
                Integer.toString(service.port()),
                Integer.toString(service.payPort()),
                service.home().toString(),
                key));
        var started = new AttackProcess(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
        var said = started.readLine();
        if (!READY.equals(said)) {
            started.close();
            throw new IOException("an attack could not be prepared: " + said);
        }
        return started;
    }

    /** Attacks and returns the attacker's findings. */
    List<Finding> attack() throws IOException, InterruptedException {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
        var findings = readLine();
        if (process.waitFor() != 0) {
            throw new IOException("an attack ended with " + process.exitValue() + ": " + findings);
        }
        return Json.mapper().readValue(findings, new TypeReference<>() {});
    }

    private String readLine() throws IOException {
        return String.valueOf(process.inputReader(StandardCharsets.UTF_8).readLine());
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    static void main(String[] args) throws IOException, InterruptedException {
        var service = new ServiceAddress(Integer.parseInt(args[2]), Integer.parseInt(args[3]), Path.of(args[4]));
        var round = Attack.valueOf(args[0]).round(Double.parseDouble(args[1]), new BenchMerchant(service, args[5]));
        round.prepare(service);
        IO.println(READY);
        if (System.in.read() >= 0) {
            IO.println(Json.mapper().writeValueAsString(round.run(service)));
        }
    }
}
