package io.tical.server.outward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.db.TestDatabase;
import io.tical.server.OperatorClient;
import io.tical.server.Reply;
import io.tical.server.TestService;
import io.tical.server.rail.ManualRail;
import io.tical.server.staff.Operator;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** What may have been sent before the database lost it is sent once more when two people have said so, and not before. */
@Order(1)
class SentAgainByTwoTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final Map<String, String> AT_ONCE = Map.of("TICAL_SANDBOX_DISPATCH_SECONDS", "0");
    private static final long FUNDS = 10_000_000;
    private static final long AMOUNT = 50_000;

    /** The attempts by which staff were told to transfer a payout. */
    private static List<UUID> handedOver(TestService service, String payout) {
        return WrittenDown.in(service).stream()
                .filter(one -> one.by().equals(ManualRail.NAME)
                        && one.kind() == Departure.Kind.SENT
                        && one.transaction().id().toString().equals(payout))
                .map(Departure::id)
                .distinct()
                .toList();
    }

    private static boolean toTransfer(OperatorClient finance, String payout) {
        return finance.get("/admin/v1/payouts?rail=manual&status=processing")
                .expect(200)
                .data()
                .toString()
                .contains(payout);
    }

    private static Reply decide(OperatorClient finance, String payout, String action, String decision) {
        var version = finance.get("/admin/v1/payouts/" + payout).expect(200).number("version");
        return finance.post(
                "/admin/v1/payouts/" + payout + "/" + action,
                String.format(Locale.ROOT, "{\"version\":%d,\"note\":\"not in the statement\",%s}", version, decision));
    }

    private static Reply outcome(OperatorClient finance, String payout, String outcome) {
        return decide(finance, payout, "steps/1/outcome", outcome);
    }

    private static Reply retry(OperatorClient finance, String payout) {
        return decide(finance, payout, "decision", "\"decision\":\"retry\"");
    }

    private static void approve(TestService service, Reply asked) {
        service.operator(Operator.Role.FINANCE)
                .post("/admin/v1/approvals/" + asked.expect(202).word("approval_id") + "/approve")
                .expect(200);
    }

    @Test
    void aLivePayoutIsHandedToStaffOnceMore() {
        try (var first = TestService.start(AT_ONCE, TestService.WITHOUT_WORK)) {
            var merchant = first.fundedLive(first.merchant(), FUNDS);
            merchant.account();
            var finance = first.operator(Operator.Role.FINANCE);
            finance.verifyAccount(merchant);
            var retried = merchant.payout("retried", AMOUNT).expect(201).word("id");
            var failed = merchant.payout("failed", AMOUNT).expect(201).word("id");
            var backup = TestDatabase.copy(first.database());
            try (var before = first.on(first.database(), AT_ONCE, TestService.Work.RUNNING)) {
                var staff = finance.at(before.adminPort());
                await().atMost(SOON).until(() -> toTransfer(staff, retried) && toTransfer(staff, failed));
            }

            try (var restored = first.on(backup, AT_ONCE, TestService.Work.RUNNING)) {
                var again = merchant.at(restored.port());
                var staff = finance.at(restored.adminPort());
                RestoredDatabaseTest.awaitStatus(again, retried, "in_review");
                RestoredDatabaseTest.awaitStatus(again, failed, "in_review");

                var retrying = retry(staff, retried).expect(202);
                var failing = outcome(staff, failed, "\"outcome\":\"failed\"").expect(202);
                assertThat(again.payout(retried).word("status")).isEqualTo("in_review");
                assertThat(again.payout(failed).word("status")).isEqualTo("in_review");
                approve(restored, failing);
                RestoredDatabaseTest.awaitStatus(again, failed, "failed");
                assertThat(again.available()).isEqualTo(FUNDS - AMOUNT);
                var retryingFailed = retry(staff, failed).expect(202);
                assertThat(again.payout(failed).word("status")).isEqualTo("failed");
                assertThat(restored.count("SELECT count(*) FROM payout_attempt"))
                        .isEqualTo(2);

                approve(restored, retrying);
                approve(restored, retryingFailed);
                // The list also has those of which only an earlier attempt was handed over.
                await().atMost(SOON)
                        .until(() -> restored.count(
                                        "SELECT count(*) FROM payout_attempt WHERE status = 'open' AND polls > 0")
                                == 2);
                for (var payout : List.of(retried, failed)) {
                    assertThat(handedOver(restored, payout)).hasSize(2);
                    approve(
                            restored,
                            outcome(staff, payout, "\"outcome\":\"success\",\"reference\":\"T-%s\"".formatted(payout)));
                    RestoredDatabaseTest.awaitStatus(again, payout, "success");
                    assertThat(handedOver(restored, payout)).hasSize(2);
                }
                assertThat(restored.count("SELECT count(*) FROM payout_attempt"))
                        .isEqualTo(4);
                assertThat(again.available()).isEqualTo(FUNDS - 2 * AMOUNT);
                restored.requireCleanAudit();
            }
        }
    }

    @Test
    void anOrderWhoseCaseIsClosedIsSentWhenItIsRepeated() {
        try (var first = TestService.start(AT_ONCE, TestService.WITHOUT_WORK)) {
            var merchant = first.merchant().funded("THB", FUNDS);
            merchant.account();
            var finance = first.operator(Operator.Role.FINANCE);
            var backup = TestDatabase.copy(first.database());
            try (var before = first.on(first.database(), AT_ONCE, TestService.Work.RUNNING)) {
                var ordering = merchant.at(before.port());
                RestoredDatabaseTest.awaitStatus(
                        ordering, ordering.payout("lost", AMOUNT).expect(201).word("id"), "success");
            }
            var lost = RestoredDatabaseTest.transfers(first);
            assertThat(lost).hasSize(1);

            try (var restored = first.on(backup, AT_ONCE, TestService.Work.RUNNING)) {
                var staff = finance.at(restored.adminPort());
                var path = "/admin/v1/lost/" + lost.getFirst();
                await().atMost(SOON).until(() -> restored.tical().fence().openCases() == 1);
                approve(restored, staff.post(path + "/close", "{\"version\":1,\"note\":\"it came back\"}"));
                assertThat(staff.get(path).expect(200).word("status")).isEqualTo("closed");
                var again = merchant.at(restored.port());
                RestoredDatabaseTest.awaitStatus(
                        again, again.payout("lost", AMOUNT).expect(201).word("id"), "success");
                assertThat(RestoredDatabaseTest.transfers(restored)).hasSize(2).containsAll(lost);
                assertThat(again.available()).isEqualTo(FUNDS - AMOUNT);
                restored.requireCleanAudit();
            }
        }
    }
}
