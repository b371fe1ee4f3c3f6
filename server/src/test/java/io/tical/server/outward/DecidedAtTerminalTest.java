package io.tical.server.outward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.common.Ids;
import io.tical.db.TestDatabase;
import io.tical.server.OperatorClient;
import io.tical.server.TestService;
import io.tical.server.command.FenceCommand;
import io.tical.server.command.FenceCommand.Printed;
import io.tical.server.session.Authenticator;
import io.tical.server.staff.Operator;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./tical fence} resolves what was lost, by the rules of the console. */
class DecidedAtTerminalTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final Map<String, String> AT_ONCE = Map.of("TICAL_SANDBOX_DISPATCH_SECONDS", "0");
    private static final Pattern APPROVAL = Pattern.compile("fence approve ([0-9a-f-]{36})");

    private static void expect(Printed printed, int status, String... texts) {
        assertThat(printed.text()).contains(texts);
        assertThat(printed.status()).as(printed.text()).isEqualTo(status);
    }

    private static List<String> approvals(Printed printed) {
        return APPROVAL.matcher(printed.text())
                .results()
                .map(one -> one.group(1))
                .toList();
    }

    private static int openCases(OperatorClient operator) {
        return operator.get("/admin/v1/lost?status=open").expect(200).data().size();
    }

    private static String caseOf(OperatorClient operator, String reference) {
        return operator.get("/admin/v1/lost")
                .expect(200)
                .data()
                .valueStream()
                .filter(one -> one.get("reference").asText().equals(reference))
                .findFirst()
                .orElseThrow()
                .get("id")
                .asText();
    }

    /** Staff have transferred one that the backup has, and one that it does not have. */
    @Test
    void twoOperatorsSayWhatTheBankSays() {
        try (var first = TestService.start(AT_ONCE, TestService.WITHOUT_WORK)) {
            var merchant = first.fundedLive(first.merchant(), 10_000_000);
            merchant.account();
            var finance = first.operator(Operator.Role.FINANCE);
            finance.verifyAccount(merchant);
            var kept = merchant.payout("kept", 50_000).expect(201).word("id");
            var backup = TestDatabase.copy(first.database());
            try (var before = first.on(first.database(), AT_ONCE, TestService.Work.RUNNING)) {
                var ordering = merchant.at(before.port());
                var lost = ordering.payout("lost", 60_000).expect(201).word("id");
                for (var id : List.of(kept, lost)) {
                    RestoredDatabaseTest.transferred(
                            finance.at(before.tical().ports().admin()), id, "T-" + id);
                    RestoredDatabaseTest.awaitStatus(ordering, id, "success");
                }
            }
            try (var restored = first.on(backup, AT_ONCE, TestService.Work.RUNNING)) {
                var again = merchant.at(restored.port());
                var asker = finance.at(restored.adminPort());
                var colleague = restored.operator(Operator.Role.FINANCE);
                RestoredDatabaseTest.awaitStatus(again, kept, "in_review");
                await().atMost(SOON).until(() -> openCases(asker) == 1);
                refusals(restored, asker, caseOf(asker, "kept"));
                reported(restored, asker, colleague, caseOf(asker, "kept"));
                RestoredDatabaseTest.awaitStatus(again, kept, "success");
                closed(restored, asker, colleague, caseOf(asker, "lost"));
                assertThat(openCases(asker)).isZero();
                restored.requireCleanAudit();
            }
        }
    }

    /** Staff had a settlement to transfer, and the bank does not have it. */
    @Test
    void theMoneyOfASettlementThatDidNotArriveReturns() {
        try (var first = TestService.start(AT_ONCE, TestService.WITHOUT_WORK)) {
            var merchant = first.fundedLive(first.merchant(), 10_000_000);
            var finance = first.operator(Operator.Role.FINANCE);
            finance.verifyAccount(merchant);
            var settlement = merchant.post(
                            "/v1/settlements", "{\"dest_account_id\":\"" + merchant.account() + "\",\"amount\":40000}")
                    .expect(201)
                    .word("id");
            var before = merchant.available();
            var backup = TestDatabase.copy(first.database());
            try (var sending = first.on(first.database(), AT_ONCE, TestService.Work.RUNNING)) {
                await().atMost(SOON).until(() -> WrittenDown.in(sending).size() == 1);
            }
            try (var restored = first.on(backup, AT_ONCE, TestService.Work.RUNNING)) {
                var asker = finance.at(restored.adminPort());
                await().atMost(SOON)
                        .until(() ->
                                restored.count("SELECT count(*) FROM settlement WHERE review_reason IS NOT NULL") == 1);
                var lost = asker.get("/admin/v1/lost")
                        .expect(200)
                        .data()
                        .get(0)
                        .get("id")
                        .asText();
                var asked = FenceCommand.decide(
                        restored, asker, "decide", lost, "--outcome=failed", "--note=not in the statement");
                expect(asked, 0, "Records that 400.00 THB did not reach", "400.00 THB return to", "must approve");
                expect(
                        FenceCommand.decide(
                                restored,
                                restored.operator(Operator.Role.FINANCE),
                                "approve",
                                approvals(asked).getFirst()),
                        0,
                        "live settlement " + settlement,
                        "outcome failed",
                        "is done.");
                var again = merchant.at(restored.port());
                assertThat(again.get("/v1/settlements/" + settlement).word("status"))
                        .isEqualTo("failed");
                assertThat(again.available()).isEqualTo(before + 40_000);
                restored.requireCleanAudit();
            }
        }
    }

    private static void refusals(TestService service, OperatorClient asker, String lost) {
        var password = FenceCommand.password(asker);
        expect(
                FenceCommand.typed(service, asker.username(), List.of("not it"), "decide", lost),
                1,
                "Refused: ",
                "CREDENTIALS_INVALID");
        expect(FenceCommand.decide(service, asker, "decide", Ids.next().toString()), 1, "LOST_CASE_NOT_FOUND");
        expect(
                FenceCommand.decide(service, asker, "decide", lost, "--outcome", "success", "--note", "statement"),
                1,
                "VALIDATION_FAILED",
                "reference");
        expect(
                FenceCommand.typed(
                        service, asker.username(), List.of(password, "no"), "decide", lost, "--outcome=failed"),
                1,
                "did not reach",
                "Nothing was changed.");
        expect(
                FenceCommand.decide(
                        service,
                        service.operator(Operator.Role.SUPPORT),
                        "decide",
                        lost,
                        "--outcome=failed",
                        "--note=the statement"),
                1,
                "PERMISSION_DENIED");
        expect(
                FenceCommand.decide(service, asker, "decide", lost, "--outcome=closed", "--note=x"),
                1,
                "cannot be decided as closed. Possible: success, failed.");
        assertThat(service.count("SELECT count(*) FROM approval")).isZero();
    }

    private static void reported(TestService service, OperatorClient asker, OperatorClient colleague, String lost) {
        expect(
                FenceCommand.decide(service, asker, "decide", lost),
                0,
                "500.00 THB",
                "in_review",
                "  success    Records that",
                "  failed     Records that");
        expect(FenceCommand.run(service), 1, "1 adopted, undecided case", "live sent " + lost, "1 open case");
        var asked = FenceCommand.decide(
                service, asker, "decide", lost, "--outcome=success", "--reference=B-1", "--note=in the statement");
        expect(asked, 0, "Records that 500.00 THB reached", "another operator must approve it");
        var approval = approvals(asked).getFirst();
        expect(FenceCommand.run(service), 1, "waits for another operator: approval " + approval, asker.username());
        expect(FenceCommand.decide(service, asker, "approve", approval), 1, "FOUR_EYES_REQUIRED");
        expect(
                FenceCommand.decide(service, colleague, "approve", approval),
                0,
                "500.00 THB",
                "B-1",
                "in the statement",
                "approval " + approval + " is done.");
    }

    /** Closing a case changes a control: the operators prove again who they are. */
    private static void closed(TestService service, OperatorClient asker, OperatorClient colleague, String lost) {
        expect(
                FenceCommand.decide(service, asker, "decide", lost, "--outcome=success", "--reference=B-2"),
                1,
                "cannot be decided as success. Possible: closed.");
        String[] closing = {"decide", lost, "--outcome=closed", "--note=given back by the bank", "--yes"};
        var password = FenceCommand.password(asker);
        expect(
                FenceCommand.typed(service, asker.username(), List.of(password, "not it"), closing),
                1,
                "VALIDATION_FAILED");
        var mistaken = FenceCommand.typed(service, asker.username(), List.of(password, password), closing);
        expect(mistaken, 0, "A later order with this reference is sent.", "must approve");
        expect(
                FenceCommand.decide(
                        service, asker, "withdraw", approvals(mistaken).getFirst()),
                0,
                "is withdrawn");
        var refused = FenceCommand.typed(service, asker.username(), List.of(password, password), closing);
        expect(
                FenceCommand.decide(
                        service, colleague, "refuse", approvals(refused).getFirst(), "--reason=ask the bank first"),
                0,
                "given back by the bank",
                "is refused");
        var asked = FenceCommand.typed(service, asker.username(), List.of(password, password), closing);
        expect(
                FenceCommand.decide(
                        service, colleague, "approve", approvals(asked).getFirst()),
                0,
                "600.00 THB",
                "is done.");
        expect(FenceCommand.decide(service, asker, "decide", lost), 0, "Nothing is left to decide.");
        expect(
                FenceCommand.decide(service, asker, "decide", lost, "--outcome=closed", "--note=again"),
                1,
                "Nothing was changed");
    }

    /** Two machines burnt. The administrator who says so signs in with two steps. */
    @Test
    void twoAdministratorsSayThatLogsAreGone(@TempDir Path one, @TempDir Path other) {
        try (var first = TestService.start(AT_ONCE, TestService.WITHOUT_WORK)) {
            try (var burnt = first.on(first.database(), logAt(one), TestService.Work.RUNNING);
                    var alsoBurnt = first.on(first.database(), logAt(other), TestService.Work.RUNNING)) {
                for (var node : List.of(burnt, alsoBurnt)) {
                    await().atMost(SOON).until(() -> node.tical().fence().closedBecause() == null);
                }
            }
            var backup = TestDatabase.copy(first.database());
            try (var restored = first.on(backup, AT_ONCE, TestService.WITHOUT_WORK)) {
                restored.sql("UPDATE outward_log SET seen_at = seen_at - interval '1 hour'");
            }
            try (var service = first.on(backup, AT_ONCE, TestService.Work.RUNNING)) {
                var asker = service.operator(Operator.Role.ADMIN);
                var approver = service.operator(Operator.Role.ADMIN);
                await().atMost(SOON).until(() -> service.tical().fence().closedBecause() != null);
                var logs = logs(asker);
                assertThat(logs).hasSize(2);
                var app = enrolled(asker);
                expect(
                        FenceCommand.decide(
                                service, approver, "gone", Ids.next().toString(), "--reason=burnt"),
                        1,
                        "there is no log");
                expect(
                        FenceCommand.typed(
                                service,
                                asker.username(),
                                List.of(FenceCommand.password(asker), app.wrong()),
                                "gone",
                                logs.getFirst(),
                                "--reason=burnt"),
                        1,
                        "SECOND_FACTOR_INVALID");

                var arguments = new ArrayList<>(List.of("gone", "--reason=both machines burnt"));
                arguments.addAll(logs);
                var asked = FenceCommand.typed(
                        service,
                        asker.username(),
                        List.of(FenceCommand.password(asker), app.code(), "yes", app.code()),
                        arguments.toArray(String[]::new));
                expect(asked, 0, "may be sent again");
                assertThat(approvals(asked)).hasSize(2);
                expect(
                        FenceCommand.run(service),
                        1,
                        approvals(asked).getFirst(),
                        approvals(asked).getLast());
                var approving = new ArrayList<>(List.of("approve"));
                approving.addAll(approvals(asked));
                expect(
                        FenceCommand.decide(service, approver, approving.toArray(String[]::new)),
                        0,
                        "both machines burnt",
                        "approve these 2");
                assertThat(service.count("SELECT count(*) FROM outward_log WHERE status = 'gone'"))
                        .isEqualTo(2);
                await().atMost(SOON).until(() -> service.tical().fence().closedBecause() == null);
                expect(
                        FenceCommand.decide(service, approver, "gone", logs.getFirst(), "--reason=again"),
                        1,
                        "OUTWARD_LOG_GONE");
            }
        }
    }

    private static Map<String, String> logAt(Path place) {
        return Map.of("TICAL_OUTWARD_LOG", place.toString());
    }

    /** Those that no node has. */
    private static List<String> logs(OperatorClient operator) {
        return operator.get("/admin/v1/fence")
                .expect(200)
                .data()
                .get("logs")
                .valueStream()
                .filter(one -> !one.get("held").asBoolean())
                .map(one -> one.get("id").asText())
                .toList();
    }

    private static Authenticator enrolled(OperatorClient operator) {
        var app = new Authenticator(
                operator.post("/admin/v1/second-factor", "{\"password\":\"" + FenceCommand.password(operator) + "\"}")
                        .expect(200)
                        .word("secret"));
        operator.post("/admin/v1/second-factor/confirm", "{\"code\":\"" + app.code() + "\"}")
                .expect(200);
        return app;
    }
}
