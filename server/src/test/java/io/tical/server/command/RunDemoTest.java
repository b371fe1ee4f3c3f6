package io.tical.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.Json;
import io.tical.server.OperatorClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command in a process of its own: it fills the queues, and leaves nothing behind. */
class RunDemoTest {
    /** Kinds of work that an operator must find. */
    private static final Map<String, Integer> QUEUES = Map.of(
            "slips_pending", 25,
            "payouts_pending_review", 3,
            "payouts_in_review", 3,
            "payouts_manual", 4,
            "settlements_manual", 2,
            "approvals_pending", 2,
            "suspense_open", 3,
            "customers_pending", 4,
            "issues_pending", 3,
            "deliveries_failed", 2);

    @TempDir
    Path folder;

    @Test
    void aDemoServiceHasWorkInEveryQueueAndIsDeletedWhenItStops() throws Exception {
        var temporary = Files.createDirectory(folder.resolve("tmp"));
        var process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED",
                        "-Djava.io.tmpdir=" + temporary,
                        "-Dlogback.configurationFile=logback.xml",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "io.tical.server.command.Main",
                        "demo"))
                .redirectError(folder.resolve("log").toFile())
                .start();
        try (var out = process.inputReader()) {
            var ready = out.lines().filter(line -> line.startsWith("ready ")).findFirst();
            assertThat(ready).as(Files.readString(folder.resolve("log"))).isPresent();
            var told = ready.get().split(" ", 3);
            var credentials = Path.of(told[2]);
            assertThat(credentials).startsWith(temporary);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(credentials)))
                    .isEqualTo("rw-------");
            assertThat(queues(told[1], credentials))
                    .satisfies(counts -> QUEUES.forEach((queue, least) ->
                            assertThat(counts.getOrDefault(queue, 0)).as(queue).isGreaterThanOrEqualTo(least)));
        } finally {
            process.destroy();
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(temporary).isEmptyDirectory();
        assertThat(Files.readString(folder.resolve("log"))).doesNotContain("ERROR", "Exception");
    }

    private static Map<String, Integer> queues(String address, Path credentials) throws Exception {
        var password = "";
        for (var operator : Json.mapper().readTree(credentials.toFile()).get("operators")) {
            if (operator.get("username").asText().equals("admin")) {
                password = operator.get("password").asText();
            }
        }
        var port = Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
        var admin = new OperatorClient(port, "admin", password);
        admin.signIn().expect(200);
        var counts = new HashMap<String, Integer>();
        for (var queue : admin.get("/admin/v1/overview").expect(200).data().get("queues")) {
            counts.put(queue.get("queue").asText(), queue.get("count").asInt());
        }
        return counts;
    }
}
