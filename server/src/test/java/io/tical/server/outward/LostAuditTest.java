package io.tical.server.outward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.helidon.health.HealthCheckResponse;
import io.tical.common.Ids;
import io.tical.db.TestDatabase;
import io.tical.server.OperatorClient;
import io.tical.server.TestService;
import io.tical.server.command.FenceCommand;
import io.tical.server.key.TransactionKey;
import io.tical.server.ledger.Finding;
import io.tical.server.module.Kind;
import io.tical.server.staff.Operator;
import io.tical.server.transaction.EventType;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The audit, the health check and {@code ./tical fence} say what left and is not in the database. */
class LostAuditTest {
    private static final Duration SOON = Duration.ofSeconds(60);

    private static void awaitOpen(OperatorClient operator) {
        await().atMost(SOON)
                .until(() -> operator.get("/admin/v1/fence")
                        .expect(200)
                        .data()
                        .get("open")
                        .asBoolean());
    }

    private static Departure departure(UUID organization, String reference) {
        return new Departure(
                Departure.Kind.SENT,
                EventType.Subject.PAYOUT,
                new TransactionKey(organization, true, Ids.next()),
                Ids.next(),
                1,
                70_000,
                "THB",
                "manual",
                reference,
                new byte[Departure.DESTINATION_BYTES],
                TestService.CLOCK.instant());
    }

    /** The log remembers two that the database, a backup, does not have. */
    @Test
    void aComparisonThatFindsSomethingTellsAllAdministratorsOnce() {
        try (var home = TestService.start(Map.of(), TestService.WITHOUT_WORK)) {
            var administrator = home.operator(Operator.Role.ADMIN);
            var organization = home.merchant().organizationId();
            var backup = TestDatabase.copy(home.database());
            try (var before = home.on(home.database(), Map.of(), TestService.Work.RUNNING)) {
                awaitOpen(administrator.at(before.tical().ports().admin()));
                var fence = before.tical().fence();
                fence.depart(List.of(departure(organization, "a"), departure(organization, "b")), fence.generation());
            }
            try (var restored = home.on(backup, Map.of(), TestService.Work.RUNNING)) {
                var told = administrator.at(restored.tical().ports().admin());
                awaitOpen(told);
                assertThat(told.get("/admin/v1/notices?status=unread")
                                .expect(200)
                                .data())
                        .filteredOn(one -> one.get("object_type").asText().equals("lost_case"))
                        .singleElement()
                        .satisfies(one -> {
                            assertThat(one.get("subject").asText()).isEqualTo("2 cases");
                            assertThat(one.get("actor").asText()).isEqualTo("the service");
                        });
                assertThat(told.get("/admin/v1/lost?status=open").expect(200).data())
                        .hasSize(2);
            }
        }
    }

    private static List<String> findings(List<Finding> findings) {
        return findings.stream().map(Finding::sentence).toList();
    }

    @Test
    void whatIsMissingAndNoCaseIsNamedAndSoIsAnOpenCase() {
        try (var home = TestService.start(Map.of(), TestService.WITHOUT_WORK);
                var service = home.on(home.database(), Map.of(), TestService.Work.RUNNING)) {
            var operator = service.operator(Operator.Role.FINANCE);
            awaitOpen(operator);
            service.requireCleanAudit();
            assertThat(FenceCommand.run(service).status()).isZero();

            var organization = service.merchant().organizationId();
            var name = service.tical().organizations().name(organization).orElseThrow();
            var sent = departure(organization, "gone-1");
            var fence = service.tical().fence();
            fence.depart(List.of(sent), fence.generation());
            assertThat(findings(service.audit().run().contradictions()))
                    .singleElement()
                    .asString()
                    .contains("outward_log", sent.id().toString(), "reference gone-1", "neither");
            assertThat(findings(service.auditByCommand().contradictions())).hasSize(1);

            service.serviceDatabase()
                    .transaction(session -> OutwardStore.CASES.insertIfAbsent(
                            session, List.of(Lost.found(sent, Ids.next(), TestService.CLOCK.instant()))));
            assertThat(findings(service.audit().run().contradictions()))
                    .singleElement()
                    .asString()
                    .contains("outward_case", sent.id().toString(), "left and is not in the database");
            assertThat(FenceCommand.run(service)).satisfies(printed -> {
                assertThat(printed.text())
                        .contains(
                                "OPEN",
                                "1 open case",
                                "live sent " + sent.id(),
                                "70,000 THB",
                                "live merchant " + name + " (" + organization + "): 1 of 1 open");
                assertThat(printed.status()).isEqualTo(1);
            });
            var check = service.tical().all(Kind.CHECKS).stream()
                    .filter(one -> one.name().equals("what left"))
                    .findFirst()
                    .orElseThrow();
            await().atMost(SOON)
                    .until(
                            () -> String.valueOf(check.call().details().get("degraded")),
                            text -> text.startsWith("1 case of what left is not in the database"));
            assertThat(check.call().status()).isEqualTo(HealthCheckResponse.Status.UP);
        }
    }
}
