package io.tical.server.outward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.common.Ids;
import io.tical.db.TestDatabase;
import io.tical.server.Merchant;
import io.tical.server.OperatorClient;
import io.tical.server.TestService;
import io.tical.server.staff.Operator;
import io.tical.server.webhook.CallbackEndpoint;
import io.tical.server.webhook.CallbackSink;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Settlements that were sent and that the database forgot are not sent again. */
class LostSettlementsTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final long FUNDS = 10_000_000;
    private static final Map<String, String> AT_ONCE =
            Map.of("TICAL_SANDBOX_DISPATCH_SECONDS", "0", "TICAL_RAIL_POLL_SECONDS", "1");

    private static String body(Merchant merchant, long amount, String operation) {
        return String.format(
                Locale.ROOT,
                "{\"dest_account_id\":\"%s\",\"amount\":%d,\"client_operation_id\":\"%s\"}",
                merchant.account(),
                amount,
                operation);
    }

    private static String settled(Merchant merchant, String body) {
        return merchant.post("/v1/settlements", body).expect(201).word("id");
    }

    private static void awaitStatus(Merchant merchant, String settlement, String status) {
        await().atMost(SOON)
                .until(() -> merchant.get("/v1/settlements/" + settlement).word("status"), status::equals);
    }

    /** One was there before, and its transfer is lost; the other one is lost itself. */
    @Test
    void whatARailSentIsSentOnce() {
        try (var first = TestService.start(AT_ONCE, TestService.WITHOUT_WORK)) {
            var merchant = first.merchant().funded("THB", FUNDS);
            var kept = settled(merchant, body(merchant, 40_000, Ids.next().toString()));
            var backup = TestDatabase.copy(first.database());
            var order = body(merchant, 50_000, Ids.next().toString());
            try (var before = first.on(first.database(), AT_ONCE, TestService.Work.RUNNING)) {
                var ordering = merchant.at(before.port());
                var lost = settled(ordering, order);
                awaitStatus(ordering, lost, "completed");
                awaitStatus(ordering, kept, "completed");
            }
            assertThat(RestoredDatabaseTest.transfers(first)).hasSize(2);

            try (var restored = first.on(backup, AT_ONCE, TestService.Work.RUNNING)) {
                var again = merchant.at(restored.port());
                awaitStatus(again, kept, "completed");
                await().atMost(SOON)
                        .until(() -> restored.count("SELECT count(*) FROM outward_case WHERE status = 'open'") == 1);
                awaitStatus(again, settled(again, order), "completed");
                awaitStatus(
                        again, settled(again, body(merchant, 60_000, Ids.next().toString())), "completed");
                assertThat(RestoredDatabaseTest.transfers(restored)).hasSize(3);
                assertThat(restored.count("SELECT count(*) FROM outward_case WHERE status <> 'adopted'"))
                        .isZero();
                assertThat(again.available()).isEqualTo(FUNDS - 40_000 - 50_000 - 60_000);
                restored.requireCleanAudit();
            }
        }
    }

    /** A merchant was told of two settlements that the database lost, one with its own id. Both are told again, and the cases close. */
    @Test
    void whatAMerchantWasToldOfASettlementIsToldAgain() {
        var settings = new HashMap<>(AT_ONCE);
        settings.put("TICAL_WEBHOOK_ALLOW", "127.0.0.1");
        try (var receiver = new CallbackSink();
                var first = TestService.start(settings, TestService.WITHOUT_WORK)) {
            var merchant = first.merchant().funded("THB", FUNDS);
            var account = merchant.account();
            first.tical()
                    .callbackEndpoints()
                    .save(
                            merchant.organizationId(),
                            CallbackEndpoint.Kind.PAYOUT,
                            receiver.url(),
                            CallbackEndpoint.Form.AUTO);
            var backup = TestDatabase.copy(first.database());
            var orders = List.of(body(merchant, 50_000, Ids.next().toString()), anonymous(account, 60_000));
            try (var before = first.on(first.database(), settings, TestService.Work.RUNNING)) {
                orders.forEach(order -> settled(merchant.at(before.port()), order));
                await().atMost(SOON).until(() -> receiver.received().size() == 2);
            }
            try (var restored = first.on(backup, settings, TestService.Work.RUNNING)) {
                await().atMost(SOON)
                        .until(() -> restored.count(
                                        "SELECT count(*) FROM outward_case WHERE kind = 'told' AND status = 'open'")
                                == 2);
                orders.forEach(order -> settled(merchant.at(restored.port()), order));
                await().atMost(SOON).until(() -> receiver.received().size() == 4);
                await().atMost(SOON)
                        .until(() -> restored.count("SELECT count(*) FROM outward_case WHERE status = 'open'") == 0);
                assertThat(RestoredDatabaseTest.transfers(restored)).hasSize(2);
            }
        }
    }

    /** Nothing names these but the account: the next ones to it take what was sent, and people decide where the amount is another one. */
    @Test
    void whatHasNoIdOfTheMerchantIsRecognizedByItsAccount() {
        try (var first = TestService.start(AT_ONCE, TestService.WITHOUT_WORK)) {
            var merchant = first.merchant().funded("THB", FUNDS);
            var account = merchant.account();
            var backup = TestDatabase.copy(first.database());
            try (var before = first.on(first.database(), AT_ONCE, TestService.Work.RUNNING)) {
                var ordering = merchant.at(before.port());
                for (var amount : new long[] {40_000, 50_000}) {
                    awaitStatus(ordering, settled(ordering, anonymous(account, amount)), "completed");
                }
            }
            assertThat(RestoredDatabaseTest.transfers(first)).hasSize(2);

            try (var restored = first.on(backup, AT_ONCE, TestService.Work.RUNNING)) {
                var again = merchant.at(restored.port());
                await().atMost(SOON)
                        .until(() -> restored.count("SELECT count(*) FROM outward_case WHERE status = 'open'") == 2);
                awaitStatus(again, settled(again, anonymous(account, 40_000)), "completed");
                var other = settled(again, anonymous(account, 45_000));
                await().atMost(SOON)
                        .until(() -> restored.count(
                                        "SELECT count(*) FROM settlement WHERE review_reason LIKE '%another amount%'")
                                == 1);
                assertThat(again.get("/v1/settlements/" + other).word("status")).isEqualTo("processing");
                assertThat(RestoredDatabaseTest.transfers(restored)).hasSize(2);
                awaitStatus(again, settled(again, anonymous(account, 60_000)), "completed");
                assertThat(RestoredDatabaseTest.transfers(restored)).hasSize(3);
            }
        }
    }

    /** One was there before, and lost its transfer; the other one to the same account is lost itself. */
    @Test
    void eachTakesWhatWasSentForItselfFirst() {
        try (var first = TestService.start(AT_ONCE, TestService.WITHOUT_WORK)) {
            var merchant = first.merchant().funded("THB", FUNDS);
            var account = merchant.account();
            var kept = settled(merchant, anonymous(account, 40_000));
            first.sql("UPDATE settlement SET due_at = now() + interval '1 hour'");
            var backup = TestDatabase.copy(first.database());
            try (var before = first.on(first.database(), AT_ONCE, TestService.Work.RUNNING)) {
                var ordering = merchant.at(before.port());
                awaitStatus(ordering, settled(ordering, anonymous(account, 50_000)), "completed");
                before.sql("UPDATE settlement SET due_at = now() WHERE settlement_id = '" + kept + "'");
                awaitStatus(ordering, kept, "completed");
            }
            try (var restored = first.on(backup, AT_ONCE, TestService.Work.RUNNING)) {
                var again = merchant.at(restored.port());
                awaitStatus(again, kept, "completed");
                awaitStatus(again, settled(again, anonymous(account, 50_000)), "completed");
                assertThat(RestoredDatabaseTest.transfers(restored)).hasSize(2);
                restored.requireCleanAudit();
            }
        }
    }

    private static String anonymous(String account, long amount) {
        return String.format(Locale.ROOT, "{\"dest_account_id\":\"%s\",\"amount\":%d}", account, amount);
    }

    /** Staff have made both transfers: two people decide what became of each, and neither is given to staff again. */
    @Test
    void whatStaffTransferredIsDecidedByTwoPeople() {
        try (var first = TestService.start(AT_ONCE, TestService.WITHOUT_WORK)) {
            var merchant = first.fundedLive(first.merchant(), FUNDS);
            var finance = first.operator(Operator.Role.FINANCE);
            finance.verifyAccount(merchant);
            var kept = settled(merchant, body(merchant, 40_000, Ids.next().toString()));
            var backup = TestDatabase.copy(first.database());
            var order = body(merchant, 50_000, Ids.next().toString());
            try (var before = first.on(first.database(), AT_ONCE, TestService.Work.RUNNING)) {
                var staff = finance.at(before.tical().ports().admin());
                var lost = settled(merchant.at(before.port()), order);
                for (var id : new String[] {kept, lost}) {
                    awaitDecision(staff, id, "outcome");
                    staff.post("/admin/v1/settlements/" + id + "/outcome", outcome(staff, id))
                            .expect(200);
                    awaitStatus(merchant.at(before.port()), id, "completed");
                }
            }

            try (var restored = first.on(backup, AT_ONCE, TestService.Work.RUNNING)) {
                var again = merchant.at(restored.port());
                var staff = finance.at(restored.tical().ports().admin());
                var repeated = settled(again, order);
                for (var id : new String[] {kept, repeated}) {
                    await().atMost(SOON)
                            .until(() -> staff.get("/admin/v1/settlements/" + id)
                                    .expect(200)
                                    .data()
                                    .get("review_reason")
                                    .asText()
                                    .contains("handed to staff"));
                    var waiting = staff.post("/admin/v1/settlements/" + id + "/outcome", outcome(staff, id))
                            .expect(202);
                    restored.operator(Operator.Role.FINANCE)
                            .post("/admin/v1/approvals/" + waiting.word("approval_id") + "/approve")
                            .expect(200);
                    awaitStatus(again, id, "completed");
                }
                assertThat(restored.count("SELECT count(*) FROM settlement_attempt"))
                        .isEqualTo(2);
                restored.requireCleanAudit();
            }
        }
    }

    private static void awaitDecision(OperatorClient staff, String settlement, String decision) {
        await().atMost(SOON)
                .until(() -> staff.get("/admin/v1/settlements/" + settlement)
                        .expect(200)
                        .data()
                        .get("decisions")
                        .toString()
                        .contains("\"" + decision + "\""));
    }

    private static String outcome(OperatorClient staff, String settlement) {
        var version =
                staff.get("/admin/v1/settlements/" + settlement).expect(200).number("version");
        return String.format(
                Locale.ROOT,
                "{\"version\":%d,\"outcome\":\"success\",\"reference\":\"T-%s\",\"note\":\"found in the statement\"}",
                version,
                settlement);
    }
}
