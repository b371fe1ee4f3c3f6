package io.tical.server.paymentfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.db.TestDatabase;
import io.tical.server.OperatorClient;
import io.tical.server.TestService;
import io.tical.server.bank.CamtText;
import io.tical.server.staff.Operator;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A backup of before a file was handed out is restored: what the bank has is not paid again. */
class RestoredFileTest {
    private static final Duration SOON = Duration.ofSeconds(40);

    private static JsonNode account(OperatorClient finance) {
        return finance.bankAccount("THB");
    }

    private static boolean withStaff(OperatorClient finance, String payout) {
        return finance.get("/admin/v1/payouts?rail=manual&status=processing")
                .expect(200)
                .data()
                .toString()
                .contains(payout);
    }

    @Test
    void whatTheBankHasIsNotPaidAgain() {
        try (var first = TestService.start(Map.of(), TestService.WITHOUT_WORK)) {
            var merchant = first.fundedLive(first.merchant(), 10_000_000);
            merchant.account();
            var finance = first.operator(Operator.Role.FINANCE);
            var admin = first.operator(Operator.Role.ADMIN);
            finance.verifyAccount(merchant);
            var account = account(finance).get("id").asText();
            first.approved(finance.put(
                    "/admin/v1/paying-accounts/" + account, "{\"version\":0,\"format\":\"CSV\",\"note\":\"agreed\"}"));
            String payout;
            String file;
            try (var before = first.on(first.database(), Map.of(), TestService.Work.RUNNING)) {
                var staff = finance.at(before.tical().ports().admin());
                payout = merchant.at(before.port())
                        .payout("filed", 50_000)
                        .expect(201)
                        .word("id");
                await().atMost(SOON).until(() -> withStaff(staff, payout));
                file = staff.post("/admin/v1/payment-files", "{\"account_id\":\"" + account + "\"}")
                        .expect(201)
                        .word("id");
                var approval = staff.post("/admin/v1/payment-files/" + file + "/release", "{\"version\":1}")
                        .expect(202)
                        .word("approval_id");
                admin.at(before.tical().ports().admin())
                        .post("/admin/v1/approvals/" + approval + "/approve")
                        .expect(200);
            }
            var backup = TestDatabase.copy(first.database());
            try (var before = first.on(first.database(), Map.of(), TestService.Work.RUNNING)) {
                var staff = finance.at(before.tical().ports().admin());
                await().atMost(SOON).until(() -> before.tical().fence().closedBecause() == null);
                assertThat(staff.file("/admin/v1/payment-files/" + file + "/file"))
                        .isNotEmpty();
                assertThat(before.count("SELECT count(*) FROM outward_case")).isZero();
            }
            // The same database again: what left is known.
            try (var again = first.on(first.database(), Map.of(), TestService.Work.RUNNING)) {
                await().atMost(SOON).until(() -> again.tical().fence().closedBecause() == null);
                assertThat(again.count("SELECT count(*) FROM outward_case")).isZero();
            }

            try (var restored = first.on(backup, Map.of(), TestService.Work.RUNNING)) {
                var staff = finance.at(restored.tical().ports().admin());
                await().atMost(SOON)
                        .until(() -> staff.get("/admin/v1/payouts/" + payout)
                                .word("status")
                                .equals("in_review"));
                assertThat(restored.count("SELECT count(*) FROM outward_case")).isEqualTo(1);
                var version = staff.get("/admin/v1/payouts/" + payout).number("version");
                var alone = staff.post(
                        "/admin/v1/payouts/" + payout + "/decision",
                        "{\"version\":" + version + ",\"decision\":\"retry\",\"note\":\"again\"}");
                assertThat(alone.status())
                        .as("one person alone does not send it again")
                        .isEqualTo(202);

                // The statement says what became of it.
                var reference = staff.get("/admin/v1/payment-files/" + file + "/payments")
                        .data()
                        .get(0)
                        .get("reference")
                        .asText();
                var number = account(finance).get("account_no").asText();
                var statement = staff.upload(
                                "/admin/v1/bank-statements?name=day.xml",
                                new CamtText(number, "S1", LocalDate.now(ZoneId.of("Asia/Bangkok")))
                                        .entry(-50_000, reference)
                                        .text())
                        .expect(201);
                staff.post("/admin/v1/approvals/" + alone.word("approval_id") + "/withdraw", "{}")
                        .expect(200);
                staff.post("/admin/v1/bank-statements/" + statement.word("id") + "/import", "{\"version\":1}")
                        .expect(200);
                await().atMost(SOON)
                        .until(() -> staff.get("/admin/v1/payouts/" + payout)
                                .word("status")
                                .equals("success"));
                await().atMost(SOON)
                        .until(() -> staff.get("/admin/v1/payment-files/" + file)
                                .word("status")
                                .equals("closed"));
                await().atMost(SOON)
                        .until(() -> restored.count("SELECT count(*) FROM outward_case WHERE status = 'open'") == 0);
                restored.requireCleanAudit();
            }
        }
    }
}
