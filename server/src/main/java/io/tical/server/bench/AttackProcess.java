package io.tical.server.bench;

import com.fasterxml.jackson.core.type.TypeReference;
import io.tical.common.Json;
import io.tical.server.bench.Attack.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A process that runs one attack. Real attackers have their own machines. Here they share the processors with the service and the healthy
 * client, so they run only while a processor is idle (where the system has {@code chrt}) and with only the quick compiler. The measurement
 * is the cost for the service, not for the attacker.
 */
final class AttackProcess {
    private static final Path CHRT = Path.of("/usr/bin/chrt");

    private AttackProcess() {}

    /** Starts the process and waits until the attack is prepared. */
    static HeldProcess start(Attack attack, double scale, ServiceProcess.Address service, String key)
            throws IOException {
        return HeldProcess.start(
                Files.isExecutable(CHRT) ? List.of(CHRT.toString(), "--idle", "0") : List.of(),
                "256m",
                AttackProcess.class.getName(),
                attack.name(),
                Double.toString(scale),
                Integer.toString(service.port()),
                Integer.toString(service.payPort()),
                service.home().toString(),
                key);
    }

    /** Attacks and returns the attacker's findings. */
    static List<Finding> attack(HeldProcess process) throws IOException, InterruptedException {
        process.begin();
        return Json.mapper().readValue(process.result(), new TypeReference<>() {});
    }

    static void main(String[] args) throws IOException, InterruptedException {
        var service =
                new ServiceProcess.Address(Integer.parseInt(args[2]), Integer.parseInt(args[3]), Path.of(args[4]));
        var round = Attack.valueOf(args[0]).round(Double.parseDouble(args[1]), new BenchMerchant(service, args[5]));
        round.prepare(service);
        IO.println(HeldProcess.READY);
        if (System.in.read() >= 0) {
            IO.println(Json.mapper().writeValueAsString(round.run(service)));
        }
    }
}
