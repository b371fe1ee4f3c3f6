package io.tical.server.outward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.db.TestDatabase;
import io.tical.server.OperatorClient;
import io.tical.server.TestService;
import io.tical.server.command.FenceCommand;
import io.tical.server.staff.Operator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two administrators say that a log does not exist any more, so that nothing waits for it. */
@Order(1)
class GoneLogTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final Map<String, String> AT_ONCE = Map.of("TICAL_SANDBOX_DISPATCH_SECONDS", "0");

    private static JsonNode fence(OperatorClient operator) {
        return operator.get("/admin/v1/fence").expect(200).data();
    }

    private static boolean isOpen(OperatorClient operator) {
        return fence(operator).get("open").asBoolean();
    }

    private static String reason(OperatorClient operator) {
        return fence(operator).get("reason").asText();
    }

    private static List<JsonNode> logs(OperatorClient operator) {
        return fence(operator).get("logs").valueStream().toList();
    }

    private static void gone(OperatorClient asker, OperatorClient approver, String log) {
        var asked = asker.post("/admin/v1/fence/logs/" + log + "/gone", "{\"note\":\"its machine burnt\"}")
                .expect(202);
        approver.post("/admin/v1/approvals/" + asked.word("approval_id") + "/approve")
                .expect(200);
    }

    /** The nodes of these logs were at work long ago. */
    private static void rest(TestService service) {
        service.sql("UPDATE outward_log SET seen_at = seen_at - interval '1 hour'");
    }

    @Test
    void aLogThatNobodyCanCompareKeepsEverythingBackUntilTwoSayThatItIsGone(@TempDir Path elsewhere) {
        try (var first = TestService.start(AT_ONCE, TestService.WITHOUT_WORK)) {
            var merchant = first.merchant().funded("THB", 1_000_000);
            merchant.account();
            var hired = first.operator(Operator.Role.ADMIN);
            var lostHome = Map.of("TICAL_SANDBOX_DISPATCH_SECONDS", "0", "TICAL_OUTWARD_LOG", elsewhere.toString());
            try (var burnt = first.on(first.database(), lostHome, TestService.Work.RUNNING)) {
                var administrator = burnt.operator(Operator.Role.ADMIN);
                await().atMost(SOON).until(() -> isOpen(administrator));
            }
            var backup = TestDatabase.copy(first.database());
            try (var restored = first.on(backup, AT_ONCE, TestService.WITHOUT_WORK)) {
                rest(restored);
            }
            try (var restored = first.on(backup, AT_ONCE, TestService.Work.RUNNING)) {
                var asker = hired.at(restored.tical().ports().admin());
                var approver = restored.operator(Operator.Role.ADMIN);
                await().atMost(SOON).until(() -> reason(asker).equals("logs_missing"));
                assertThat(FenceCommand.run(restored)).satisfies(printed -> {
                    assertThat(printed.text()).contains("CLOSED", "is not compared with this database");
                    assertThat(printed.status()).isEqualTo(1);
                });
                var again = merchant.at(restored.port());
                var payout = again.payout("waits", 50_000).expect(201).word("id");
                var missing = logs(asker).stream()
                        .filter(one -> one.get("blocks").asBoolean())
                        .toList();
                assertThat(missing).hasSize(1);
                assertThat(missing.getFirst().get("held").asBoolean()).isFalse();
                var notices =
                        asker.get("/admin/v1/notices?status=unread").expect(200).data();
                assertThat(notices)
                        .filteredOn(one -> one.get("object_type").asText().equals("outward_log"))
                        .singleElement()
                        .satisfies(one -> assertThat(one.get("note").asText()).contains("Start these nodes"));

                var log = missing.getFirst().get("id").asText();
                asker.post("/admin/v1/fence/logs/" + log + "/gone", "{}").expect(400, "VALIDATION_FAILED");
                restored.operator(Operator.Role.FINANCE)
                        .post("/admin/v1/fence/logs/" + log + "/gone", "{\"note\":\"why\"}")
                        .expect(403, "PERMISSION_DENIED");
                gone(asker, approver, log);
                await().atMost(SOON).until(() -> isOpen(asker));
                await().atMost(SOON)
                        .until(() -> again.payout(payout).word("status"), status -> status.equals("success"));
                asker.post("/admin/v1/fence/logs/" + log + "/gone", "{\"note\":\"again\"}")
                        .expect(409, "OUTWARD_LOG_GONE");
                var own = logs(asker).stream()
                        .filter(one -> one.get("held").asBoolean())
                        .findFirst()
                        .orElseThrow();
                asker.post("/admin/v1/fence/logs/" + own.get("id").asText() + "/gone", "{\"note\":\"why\"}")
                        .expect(409, "OUTWARD_LOG_IN_USE");
                assertThat(FenceCommand.run(restored)).satisfies(printed -> {
                    assertThat(printed.text()).contains("OPEN", "gone");
                    assertThat(printed.status()).isZero();
                });
                restored.requireCleanAudit();
            }
        }
    }

    @Test
    void aNodeWhoseOwnLogCannotBeReadPutsItAsideAndBeginsANewOne() throws IOException {
        try (var first = TestService.start(AT_ONCE, TestService.WITHOUT_WORK)) {
            var merchant = first.merchant().funded("THB", 1_000_000);
            merchant.account();
            try (var running = first.on(first.database(), AT_ONCE, TestService.Work.RUNNING)) {
                var ordering = merchant.at(running.port());
                var payout = ordering.payout("first", 50_000).expect(201).word("id");
                await().atMost(SOON)
                        .until(() -> ordering.payout(payout).word("status"), status -> status.equals("success"));
            }
            var folder = onlyLog(first);
            alter(folder);
            rest(first);
            assertThat(first.auditByCommand().contradictions())
                    .anySatisfy(finding -> assertThat(finding.sentence())
                            .contains("outward_log", folder.getFileName().toString()));
            try (var running = first.on(first.database(), AT_ONCE, TestService.Work.RUNNING)) {
                var asker = running.operator(Operator.Role.ADMIN);
                await().atMost(SOON).until(() -> reason(asker).equals("log_unreadable"));
                assertThat(FenceCommand.run(running).status()).isEqualTo(1);
                gone(
                        asker,
                        running.operator(Operator.Role.ADMIN),
                        folder.getFileName().toString());
                await().atMost(SOON).until(() -> isOpen(asker));
                assertThat(Files.exists(folder)).isFalse();
                var ordering = merchant.at(running.port());
                var payout = ordering.payout("second", 60_000).expect(201).word("id");
                await().atMost(SOON)
                        .until(() -> ordering.payout(payout).word("status"), status -> status.equals("success"));
                running.requireCleanAudit();
            }
        }
    }

    /** A log that a node has is declared gone while the node cannot note that it is at work. */
    @Test
    void aNodeNoticesThatTheLogThatItWritesIsGone() throws IOException {
        try (var first = TestService.start(AT_ONCE, TestService.WITHOUT_WORK)) {
            var merchant = first.merchant().funded("THB", 1_000_000);
            merchant.account();
            try (var running = first.on(first.database(), AT_ONCE, TestService.Work.RUNNING)) {
                var asker = running.operator(Operator.Role.ADMIN);
                await().atMost(SOON).until(() -> isOpen(asker));
                var before = onlyLog(first);
                running.serviceDatabase().transaction(session -> {
                    var log = OutwardStore.lockLogs(session).getFirst();
                    OutwardStore.LOGS
                            .update(session, List.of(log.gone("by mistake")))
                            .run();
                    return log;
                });
                await().atMost(SOON).until(() -> !Files.exists(before));
                await().atMost(SOON).until(() -> isOpen(asker));
                var ordering = merchant.at(running.port());
                var payout = ordering.payout("after", 50_000).expect(201).word("id");
                await().atMost(SOON)
                        .until(() -> ordering.payout(payout).word("status"), status -> status.equals("success"));
                assertThat(logs(asker))
                        .extracting(one -> one.get("status").asText())
                        .containsExactly("open", "gone");
            }
        }
    }

    private static Path onlyLog(TestService service) throws IOException {
        try (var folders = Files.list(service.home().resolve("outward"))) {
            return folders.filter(one -> !one.toString().endsWith(".gone"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** Changes the first record of a log. */
    private static void alter(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            var file = files.filter(one -> one.toString().endsWith(".log"))
                    .sorted()
                    .findFirst()
                    .orElseThrow();
            var bytes = Files.readAllBytes(file);
            bytes[Segment.HEADER_BYTES + 10] ^= 1;
            Files.write(file, bytes);
        }
    }
}
