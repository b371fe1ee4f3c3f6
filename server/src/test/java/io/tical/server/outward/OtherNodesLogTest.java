package io.tical.server.outward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.db.DatabaseSettings;
import io.tical.db.TestDatabase;
import io.tical.server.Merchant;
import io.tical.server.TestService;
import io.tical.server.staff.Operator;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A backup is restored, and the node that starts first is not the one that had sent. */
@Order(1)
class OtherNodesLogTest {
    private static final Duration SOON = Duration.ofSeconds(90);
    private static final Map<String, String> AT_ONCE = Map.of("TICAL_SANDBOX_DISPATCH_SECONDS", "0");

    /** What the backup says of the log of the node that sent. */
    private enum Known {
        NOTHING,
        CLOSED,
        OPEN
    }

    @TempDir
    Path elsewhere;

    private Map<String, String> ofSender() {
        var settings = new HashMap<>(AT_ONCE);
        settings.put("TICAL_OUTWARD_LOG", elsewhere.toString());
        return settings;
    }

    private static UUID log(TestService node) {
        return node.tical().fence().held().getFirst();
    }

    private static void awaitOpen(TestService node) {
        await().atMost(SOON).until(() -> node.tical().fence().closedBecause() == null);
    }

    private static void awaitSuccess(Merchant merchant, String reference) {
        await().atMost(SOON)
                .until(
                        () -> merchant.get("/v1/payouts?order_ref=" + reference)
                                .expect(200)
                                .data()
                                .get(0)
                                .get("status")
                                .asText(),
                        "success"::equals);
    }

    private DatabaseSettings backup(TestService first, Known known) {
        if (known != Known.NOTHING) {
            try (var sender = first.on(first.database(), ofSender(), TestService.Work.RUNNING)) {
                awaitOpen(sender);
            }
        }
        if (known == Known.OPEN) {
            first.serviceDatabase().transaction(session -> {
                var log = OutwardStore.lockLogs(session).getFirst();
                var open = new NotedLog(
                        log.id(), log.known(), LogStatus.OPEN, log.comparedWith(), log.comparedAt(), log.note());
                OutwardStore.LOGS.update(session, List.of(open)).run();
                return open;
            });
        }
        return TestDatabase.copy(first.database());
    }

    @ParameterizedTest
    @EnumSource
    void whatAnotherNodeSentIsNotSentAgain(Known known) {
        try (var first = TestService.start(AT_ONCE, TestService.WITHOUT_WORK)) {
            var merchant = first.merchant().funded("THB", 1_000_000);
            merchant.account();
            var backup = backup(first, known);
            try (var sender = first.on(first.database(), ofSender(), TestService.Work.RUNNING)) {
                awaitOpen(sender);
                try (var witness = first.on(first.database(), AT_ONCE, TestService.Work.RUNNING)) {
                    awaitOpen(witness);
                    await().atMost(SOON)
                            .until(() -> witness.tical().fence().remembered().contains(log(sender)));
                }
                var at = merchant.at(sender.port());
                at.payout("lost", 50_000).expect(201);
                awaitSuccess(at, "lost");
            }
            assertThat(RestoredDatabaseTest.transfers(first)).hasSize(1);

            try (var witness = first.on(backup, AT_ONCE, TestService.Work.RUNNING)) {
                var at = merchant.at(witness.port());
                at.payout("lost", 50_000).expect(201);
                await().atMost(SOON)
                        .until(() -> witness.tical().fence().closed() instanceof Fence.Closed closed
                                && closed.logs().size() == 1);
                try (var sender = first.on(backup, ofSender(), TestService.Work.RUNNING)) {
                    assertThat(witness.tical().fence().remembered()).contains(log(sender));
                    awaitSuccess(at, "lost");
                    awaitOpen(witness);
                    awaitOpen(sender);
                    assertThat(RestoredDatabaseTest.transfers(first)).hasSize(1);
                    assertThat(at.available()).isEqualTo(950_000);
                    sender.requireCleanAudit();
                }
            }
        }
    }

    @Test
    void aNewNodeBesideOneAtWorkNeedsNobody() {
        try (var first = TestService.start(AT_ONCE, TestService.Work.RUNNING)) {
            awaitOpen(first);
            var administrator = first.operator(Operator.Role.ADMIN);
            try (var second = first.on(first.database(), ofSender(), TestService.Work.RUNNING)) {
                awaitOpen(second);
            }
            assertThat(administrator
                            .get("/admin/v1/notices?status=unread")
                            .expect(200)
                            .data())
                    .noneMatch(
                            one -> "outward_log".equals(one.path("object_type").asText()));
        }
    }

    @Test
    void aLogWhoseNodeDiedIsToldOf() {
        try (var first = TestService.start(AT_ONCE, TestService.Work.RUNNING)) {
            awaitOpen(first);
            var log = LostDepartures.log(first, LogStatus.OPEN);
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(first.tical().fence().sentences())
                            .anySatisfy(sentence -> assertThat(sentence).contains(log.toString())));
            first.serviceDatabase().transaction(session -> {
                OutwardStore.LOGS
                        .update(
                                session,
                                OutwardStore.lockLog(session, log).stream()
                                        .map(one -> one.gone("its machine burnt"))
                                        .toList())
                        .run();
                return log;
            });
            await().atMost(SOON)
                    .untilAsserted(
                            () -> assertThat(first.tical().fence().sentences()).isEmpty());
        }
    }

    /** A dump was read into the tables of a running service. */
    @Test
    void aNodeNoticesThatItsNoteIsAnEarlierOne() {
        try (var first = TestService.start(AT_ONCE, TestService.Work.RUNNING)) {
            awaitOpen(first);
            var fence = first.tical().fence();
            var merchant = first.merchant().funded("THB", 1_000_000);
            merchant.account();
            merchant.payout("noted", 50_000).expect(201);
            awaitSuccess(merchant, "noted");
            await().atMost(SOON).until(() -> first.count("SELECT count(*) FROM outward_log WHERE records > 0") == 1);
            var before = fence.generation();
            first.serviceDatabase().transaction(session -> {
                var log = OutwardStore.lockLogs(session).getFirst();
                var earlier = new NotedLog(
                        log.id(), LogEnd.NOTHING, log.status(), log.comparedWith(), log.comparedAt(), log.note());
                OutwardStore.LOGS.update(session, List.of(earlier)).run();
                return earlier;
            });
            await().atMost(SOON).until(() -> fence.generation() > before);
            awaitOpen(first);
            assertThat(first.count("SELECT records FROM outward_log")).isPositive();
        }
    }
}
