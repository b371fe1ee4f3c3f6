package io.tical.server.outward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.tical.db.TestDatabase;
import io.tical.server.Merchant;
import io.tical.server.OperatorClient;
import io.tical.server.TestService;
import io.tical.server.merchant.MatchFallback;
import io.tical.server.staff.Operator;
import io.tical.server.webhook.CallbackEndpoint;
import io.tical.server.webhook.CallbackSink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** A backup is restored while the log of what left remembers more: nothing is sent twice. */
@Order(1)
class RestoredDatabaseTest {
    private static final Duration SOON = Duration.ofSeconds(40);
    private static final Map<String, String> AT_ONCE = Map.of("TICAL_SANDBOX_DISPATCH_SECONDS", "0");

    /** The transfers of the simulated bank, in its own book. */
    static List<String> transfers(TestService service) {
        return transfers(service.home());
    }

    static List<String> transfers(Path home) {
        if (Files.notExists(home.resolve("simulator"))) {
            return List.of();
        }
        try (var books = Files.list(home.resolve("simulator"))) {
            var delivered = new ArrayList<String>();
            for (var book : books.toList()) {
                try (Stream<String> lines = Files.lines(book)) {
                    lines.filter(line -> line.contains(" DELIVERED "))
                            .map(line -> line.substring(0, 36))
                            .forEach(delivered::add);
                }
            }
            return delivered.stream().distinct().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void awaitStatus(Merchant merchant, String payout, String status) {
        await().atMost(SOON).until(() -> merchant.payout(payout).word("status"), found -> found.equals(status));
    }

    @Test
    void whatTheMerchantOrdersAgainTakesTheOutcomeOfWhatWasSent() {
        try (var first = TestService.start(AT_ONCE, TestService.WITHOUT_WORK)) {
            var merchant = first.merchant().funded("THB", 10_000_000);
            merchant.account();
            var backup = TestDatabase.copy(first.database());
            var bodies = new ArrayList<String>();
            try (var before = first.on(first.database(), AT_ONCE, TestService.Work.RUNNING)) {
                var ordering = merchant.at(before.port());
                for (int i = 1; i <= 3; i++) {
                    bodies.add(merchant.payoutBody("lost-" + i, 50_000));
                }
                for (var body : bodies) {
                    awaitStatus(
                            ordering,
                            ordering.post("/v1/payouts", body).expect(201).word("id"),
                            "success");
                }
            }
            assertThat(transfers(first)).hasSize(3);

            try (var restored = first.on(backup, AT_ONCE, TestService.Work.RUNNING)) {
                var again = merchant.at(restored.port());
                await().atMost(SOON)
                        .until(() -> restored.count("SELECT count(*) FROM outward_case WHERE status = 'open'") == 3);
                for (var body : bodies) {
                    awaitStatus(
                            again, again.post("/v1/payouts", body).expect(201).word("id"), "success");
                }
                awaitStatus(again, again.payout("new", 60_000).expect(201).word("id"), "success");

                assertThat(transfers(restored)).hasSize(4);
                assertThat(restored.count("SELECT count(*) FROM outward_case WHERE status <> 'adopted'"))
                        .isZero();
                assertThat(again.available()).isEqualTo(10_000_000 - 3 * 50_000 - 60_000);
                restored.requireCleanAudit();
            }
        }
    }

    /** A call that was under way when the database was replaced: the simulator recorded it in the new one, which has no attempt of it. */
    @Test
    void whatTheSimulatorRecordedMeanwhileBelongsToTheOrderThatTakesItUp() {
        try (var first = TestService.start(AT_ONCE, TestService.WITHOUT_WORK)) {
            var merchant = first.merchant().funded("THB", 10_000_000);
            merchant.account();
            var backup = TestDatabase.copy(first.database());
            var body = merchant.payoutBody("lost", 50_000);
            String record;
            try (var before = first.on(first.database(), AT_ONCE, TestService.Work.RUNNING)) {
                var ordering = merchant.at(before.port());
                awaitStatus(
                        ordering, ordering.post("/v1/payouts", body).expect(201).word("id"), "success");
                record = before.tical()
                        .database()
                        .run(session -> session.sql("SELECT cast(t AS text) AS record FROM simulator_transfer t")
                                .one(row -> row.text("record")));
            }

            try (var restored = first.on(backup, AT_ONCE, TestService.Work.RUNNING)) {
                restored.tical()
                        .database()
                        .transaction(session -> session.sql(
                                        "INSERT INTO simulator_transfer SELECT (cast(:record AS simulator_transfer)).*")
                                .bind("record", record)
                                .run());
                var again = merchant.at(restored.port());
                awaitStatus(again, again.post("/v1/payouts", body).expect(201).word("id"), "success");
                assertThat(transfers(restored)).hasSize(1);
                restored.requireCleanAudit();
            }
        }
    }

    /** The node died after it had written down what it sends, and before it sent it: the bank knows nothing. */
    @Test
    void whatTheBankNeverReceivedIsSent() {
        try (var first = TestService.start(AT_ONCE, TestService.WITHOUT_WORK)) {
            var merchant = first.merchant().funded("THB", 10_000_000);
            merchant.account();
            var backup = TestDatabase.copy(first.database());
            var body = merchant.payoutBody("lost", 50_000);
            try (var before = first.on(first.database(), AT_ONCE, TestService.Work.RUNNING)) {
                var ordering = merchant.at(before.port());
                awaitStatus(
                        ordering, ordering.post("/v1/payouts", body).expect(201).word("id"), "success");
            }
            TestDatabase.deleteTree(first.home().resolve("simulator"));

            try (var restored = first.on(backup, AT_ONCE, TestService.Work.RUNNING)) {
                var again = merchant.at(restored.port());
                awaitStatus(again, again.post("/v1/payouts", body).expect(201).word("id"), "success");
                assertThat(transfers(restored)).hasSize(1);
                // The attempt that was lost, refused by the bank, and the one that was sent.
                assertThat(restored.count("SELECT count(*) FROM payout_attempt WHERE never_sent"))
                        .isEqualTo(1);
                restored.requireCleanAudit();
            }
        }
    }

    /** A merchant was told a success that the database lost. It is told the same again, and the case closes. */
    @Test
    void whatAMerchantWasToldIsToldAgain() {
        var settings = Map.of("TICAL_SANDBOX_DISPATCH_SECONDS", "0", "TICAL_WEBHOOK_ALLOW", "127.0.0.1");
        try (var receiver = new CallbackSink();
                var first = TestService.start(settings, TestService.WITHOUT_WORK)) {
            var merchant = first.merchant().funded("THB", 10_000_000);
            merchant.account();
            first.tical()
                    .callbackEndpoints()
                    .save(
                            merchant.organizationId(),
                            CallbackEndpoint.Kind.PAYOUT,
                            receiver.url(),
                            CallbackEndpoint.Form.AUTO);
            var backup = TestDatabase.copy(first.database());
            var body = merchant.payoutBody("told", 50_000);
            try (var before = first.on(first.database(), settings, TestService.Work.RUNNING)) {
                merchant.at(before.port()).post("/v1/payouts", body).expect(201);
                await().atMost(SOON).until(() -> receiver.received().size() == 1);
            }

            try (var restored = first.on(backup, settings, TestService.Work.RUNNING)) {
                await().atMost(SOON)
                        .until(() -> restored.count(
                                        "SELECT count(*) FROM outward_case WHERE kind = 'told' AND status = 'open'")
                                == 1);
                merchant.at(restored.port()).post("/v1/payouts", body).expect(201);
                await().atMost(SOON).until(() -> receiver.received().size() == 2);
                await().atMost(SOON)
                        .until(() -> restored.count("SELECT count(*) FROM outward_case WHERE status = 'open'") == 0);
                assertThat(transfers(restored)).hasSize(1);
                assertThat(receiver.received())
                        .extracting(
                                one -> one.json().get("event").asText(),
                                one -> one.json().get("data").get("order_ref").asText())
                        .containsOnly(tuple("payout.succeeded", "told"));
            }
        }
    }

    /** A payer was shown whom to pay, and may have paid. The payin and the match are lost. */
    @Test
    void whatAPayerMayHavePaidIsDecidedByPeople() {
        var settings = Map.of("TICAL_SANDBOX_DISPATCH_SECONDS", "0", "TICAL_P2P_OFFER_SECONDS", "600");
        try (var first = TestService.start(settings, TestService.WITHOUT_WORK)) {
            var merchant = first.matching(first.merchant().funded("THB", 10_000_000), MatchFallback.OFF);
            var shop = first.matching(first.merchant(), MatchFallback.OFF);
            var payout = merchant.payout("offered", 20_000).expect(201).word("id");
            var backup = TestDatabase.copy(first.database());
            try (var before = first.on(first.database(), settings, TestService.Work.RUNNING)) {
                var payin = shop.at(before.port()).post("/v1/payins", """
                        {"order_ref":"matched","amount":20000,"currency":"THB","receiving_type":"p2p"}""").expect(201);
                ShownPayeesTest.accept(before, payin.word("pay_token"));
            }

            try (var restored = first.on(backup, settings, TestService.Work.RUNNING)) {
                var again = merchant.at(restored.port());
                awaitStatus(again, payout, "in_review");
                assertThat(restored.count("SELECT count(*) FROM payout WHERE review_reason LIKE '%shown to a payer%'"))
                        .isEqualTo(1);
                assertThat(transfers(restored)).isEmpty();
            }
        }
    }

    /** A payer would pay what was sent already. */
    @Test
    void whatWasLostIsNotOfferedToPayersWhenItIsOrderedAgain() {
        var settings = Map.of("TICAL_SANDBOX_DISPATCH_SECONDS", "0", "TICAL_P2P_OFFER_SECONDS", "600");
        try (var first = TestService.start(settings, TestService.WITHOUT_WORK)) {
            var merchant = first.merchant().funded("THB", 10_000_000);
            merchant.account();
            var shop = first.matching(first.merchant(), MatchFallback.OFF);
            var backup = TestDatabase.copy(first.database());
            var body = merchant.payoutBody("lost", 20_000);
            try (var before = first.on(first.database(), settings, TestService.Work.RUNNING)) {
                var ordering = merchant.at(before.port());
                awaitStatus(
                        ordering, ordering.post("/v1/payouts", body).expect(201).word("id"), "success");
            }

            try (var restored = first.on(backup, settings, TestService.Work.RUNNING)) {
                restored.matching(merchant, MatchFallback.OFF);
                await().atMost(SOON).until(() -> restored.tical().fence().openCases() == 1);
                var again = merchant.at(restored.port());
                again.post("/v1/payouts", body).expect(201);
                again.payout("new", 30_000).expect(201);
                var payer = shop.at(restored.port());
                var refused = payer.post("/v1/payins", """
                        {"order_ref":"again","amount":20000,"currency":"THB","receiving_type":"p2p"}""");
                assertThat(refused.status()).isGreaterThanOrEqualTo(400);
                payer.post("/v1/payins", """
                        {"order_ref":"new","amount":30000,"currency":"THB","receiving_type":"p2p"}""").expect(201);
                assertThat(transfers(restored)).hasSize(1);
            }
        }
    }

    /** A node without the log cannot know what was sent, so nothing is sent. */
    @Test
    void aNodeThatLostItsHomeSendsNothing() {
        var key = Base64.getEncoder().encodeToString(new byte[32]);
        var settings = Map.of("TICAL_SANDBOX_DISPATCH_SECONDS", "0", "TICAL_MASTER_KEY", key);
        try (var first = TestService.start(settings)) {
            var merchant = first.merchant().funded("THB", 10_000_000);
            awaitStatus(merchant, merchant.payout("before", 50_000).expect(201).word("id"), "success");
            var backup = TestDatabase.copy(first.database());
            try (var elsewhere = TestService.start(backup, settings, TestService.Work.RUNNING)) {
                var at = merchant.at(elsewhere.port());
                var payout = at.payout("after", 50_000).expect(201).word("id");
                await().atMost(SOON)
                        .until(
                                () -> elsewhere.tical().fence().closedBecause(),
                                why -> why != null && why.contains("are not compared with this database"));
                assertThat(at.payout(payout).word("status")).isEqualTo("processing");
                assertThat(elsewhere.count("SELECT count(*) FROM payout_attempt"))
                        .isEqualTo(1);
            }
        }
    }

    /** Staff have transferred one that the backup has, and one that it does not have. */
    @Test
    void whatStaffTransferredIsDecidedByTwoPeople() {
        try (var first = TestService.start(AT_ONCE, TestService.WITHOUT_WORK)) {
            var shop = first.merchant();
            var merchant = first.fundedLive(shop, 10_000_000);
            merchant.account();
            var finance = first.operator(Operator.Role.FINANCE);
            finance.verifyAccount(merchant);
            var kept = merchant.payout("kept", 50_000).expect(201).word("id");
            var backup = TestDatabase.copy(first.database());
            String body;
            try (var before = first.on(first.database(), AT_ONCE, TestService.Work.RUNNING)) {
                var ordering = merchant.at(before.port());
                body = merchant.payoutBody("lost", 60_000);
                var lost = ordering.post("/v1/payouts", body).expect(201).word("id");
                for (var id : List.of(kept, lost)) {
                    transferred(finance.at(before.tical().ports().admin()), id, "T-" + id);
                    awaitStatus(ordering, id, "success");
                }
            }

            try (var restored = first.on(backup, AT_ONCE, TestService.Work.RUNNING)) {
                var again = merchant.at(restored.port());
                var operators = finance.at(restored.tical().ports().admin());
                awaitStatus(again, kept, "in_review");
                again.post("/v1/payouts/" + kept + "/cancel").expect(409);
                var repeated = again.post("/v1/payouts", body).expect(201).word("id");
                awaitStatus(again, repeated, "in_review");
                for (var id : List.of(kept, repeated)) {
                    var waiting = operators
                            .post("/admin/v1/payouts/" + id + "/steps/1/outcome", outcome(operators, id, "B-" + id))
                            .expect(202);
                    var colleague = restored.operator(Operator.Role.FINANCE);
                    colleague
                            .post("/admin/v1/approvals/" + waiting.word("approval_id") + "/approve")
                            .expect(200);
                    awaitStatus(again, id, "success");
                }
                var sendingAgain = again.payout("other", 70_000).expect(201).word("id");
                awaitStatus(again, sendingAgain, "processing");
                await().atMost(SOON).until(() -> restored.count("SELECT count(*) FROM payout_attempt") == 3);
                restored.requireCleanAudit();
            }
        }
    }

    /** What was sent is ordered again and waits for a review, without an attempt: one person must not give the money back. */
    @Test
    void aLostOrderThatWaitsForReviewIsRejectedByTwoPeopleOnly() {
        try (var first = TestService.start(AT_ONCE, TestService.WITHOUT_WORK)) {
            var shop = first.merchant();
            var merchant = first.fundedLive(shop, 10_000_000);
            merchant.account();
            var finance = first.operator(Operator.Role.FINANCE);
            // The restored database does not know the verification, so the order is reviewed.
            var backup = TestDatabase.copy(first.database());
            var body = merchant.payoutBody("lost", 5_000_001);
            try (var before = first.on(first.database(), AT_ONCE, TestService.Work.RUNNING)) {
                var ordering = merchant.at(before.port());
                finance.at(before.tical().ports().admin()).verifyAccount(ordering);
                var lost = ordering.post("/v1/payouts", body).expect(201).word("id");
                transferred(finance.at(before.tical().ports().admin()), lost, "T-" + lost);
                awaitStatus(ordering, lost, "success");
            }

            try (var restored = first.on(backup, AT_ONCE, TestService.Work.RUNNING)) {
                var again = merchant.at(restored.port());
                var operators = restored.operator(Operator.Role.FINANCE);
                await().atMost(SOON)
                        .until(() -> restored.count("SELECT count(*) FROM outward_case WHERE status = 'open'") == 1);
                var repeated = again.post("/v1/payouts", body).expect(201).word("id");
                awaitStatus(again, repeated, "pending_review");

                var rejected = operators
                        .post("/admin/v1/payouts/" + repeated + "/decision", decision(operators, repeated, "reject"))
                        .expect(202);

                operators
                        .post("/admin/v1/approvals/" + rejected.word("approval_id") + "/withdraw")
                        .expect(200);
                assertThat(again.payout(repeated).word("status")).isEqualTo("pending_review");
                // Approving sends nothing: the order takes up what was sent, which two people decide on.
                var approved = operators
                        .post("/admin/v1/payouts/" + repeated + "/decision", decision(operators, repeated, "approve"))
                        .expect(202);
                restored.operator(Operator.Role.FINANCE)
                        .post("/admin/v1/approvals/" + approved.word("approval_id") + "/approve")
                        .expect(200);
                awaitStatus(again, repeated, "in_review");
                assertThat(restored.count("SELECT count(*) FROM outward_case WHERE status = 'adopted'"))
                        .isEqualTo(1);
                restored.requireCleanAudit();
            }
        }
    }

    private static String decision(OperatorClient finance, String payout, String decision) {
        var version = finance.get("/admin/v1/payouts/" + payout).expect(200).number("version");
        return String.format(Locale.ROOT, """
                {"version":%d,"decision":"%s","note":"asked the bank"}""", version, decision);
    }

    static void transferred(OperatorClient finance, String payout, String reference) {
        await().atMost(SOON)
                .until(() -> finance.get("/admin/v1/payouts?rail=manual&status=processing")
                        .expect(200)
                        .data()
                        .toString()
                        .contains(payout));
        finance.post("/admin/v1/payouts/" + payout + "/steps/1/outcome", outcome(finance, payout, reference))
                .expect(200);
    }

    static String outcome(OperatorClient finance, String payout, String reference) {
        var version = finance.get("/admin/v1/payouts/" + payout).expect(200).number("version");
        return String.format(Locale.ROOT, """
                {"version":%d,"outcome":"success","reference":"%s","note":"found in the statement"}""", version, reference);
    }
}
