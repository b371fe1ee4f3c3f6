package io.tical.server.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.Json;
import io.tical.db.TestDatabase;
import io.tical.server.OperatorClient;
import io.tical.server.ServiceCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

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

    private Path folder;

    @BeforeEach
    void create() throws IOException {
        folder = TestDatabase.temporaryFolder("tical-demo-test-");
    }

    @AfterEach
    void delete() {
        TestDatabase.deleteTree(folder);
    }

    @Test
    void aDemoServiceHasWorkInEveryQueueAndIsDeletedWhenItStops() throws Exception {
        var temporary = Files.createDirectory(folder.resolve("tmp"));
        var process = new ProcessBuilder(
                        ServiceCommand.of(List.of("-Xmx512m", "-Djava.io.tmpdir=" + temporary), "demo"))
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
