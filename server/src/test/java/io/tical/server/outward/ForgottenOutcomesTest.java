package io.tical.server.outward;

import static io.tical.server.outward.RestoredDatabaseTest.awaitStatus;
import static io.tical.server.outward.RestoredDatabaseTest.outcome;
import static io.tical.server.outward.RestoredDatabaseTest.transferred;
import static io.tical.server.outward.RestoredDatabaseTest.transfers;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.db.TestDatabase;
import io.tical.server.TestService;
import io.tical.server.key.TransactionKey;
import io.tical.server.merchant.MatchFallback;
import io.tical.server.staff.Operator;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The database knows what was sent, and has forgotten how it ended: nothing of it is sent again or taken back. */
class ForgottenOutcomesTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final Map<String, String> AT_ONCE = Map.of("TICAL_SANDBOX_DISPATCH_SECONDS", "0");

    private static Map<String, String> with(String name, String value) {
        var settings = new HashMap<>(AT_ONCE);
        settings.put(name, value);
        return settings;
    }

    private static long open(TestService service, String kind) {
        return service.count("SELECT count(*) FROM outward_case WHERE status = 'open' AND kind = '" + kind + "'");
    }

    /** The backup has the order as handed to staff, who have transferred it since. */
    @Test
    void whatStaffReportedIsDecidedByTwoPeople() {
        try (var first = TestService.start(AT_ONCE, TestService.WITHOUT_WORK)) {
            var merchant = first.fundedLive(first.merchant(), 10_000_000);
            merchant.account();
            var finance = first.operator(Operator.Role.FINANCE);
            finance.verifyAccount(merchant);
            var payout = merchant.payout("handed", 50_000).expect(201).word("id");
            try (var handing = first.on(first.database(), AT_ONCE, TestService.Work.RUNNING)) {
                await().atMost(SOON)
                        .until(() -> handing.count("SELECT count(*) FROM payout_attempt WHERE status = 'open'") == 1);
            }
            var backup = TestDatabase.copy(first.database());
            try (var before = first.on(first.database(), AT_ONCE, TestService.Work.RUNNING)) {
                transferred(finance.at(before.tical().ports().admin()), payout, "T-1");
                awaitStatus(merchant.at(before.port()), payout, "success");
            }

            try (var restored = first.on(backup, AT_ONCE, TestService.Work.RUNNING)) {
                var again = merchant.at(restored.port());
                var operators = finance.at(restored.tical().ports().admin());
                awaitStatus(again, payout, "in_review");
                assertThat(restored.count("SELECT count(*) FROM payout WHERE review_reason LIKE '%was recorded at%'"))
                        .isEqualTo(1);
                assertThat(open(restored, "reported")).isEqualTo(1);
                again.post("/v1/payouts/" + payout + "/cancel").expect(409);
                var waiting = operators
                        .post("/admin/v1/payouts/" + payout + "/steps/1/outcome", outcome(operators, payout, "T-1"))
                        .expect(202);
                restored.operator(Operator.Role.FINANCE)
                        .post("/admin/v1/approvals/" + waiting.word("approval_id") + "/approve")
                        .expect(200);
                awaitStatus(again, payout, "success");
                await().atMost(SOON).until(() -> open(restored, "reported") == 0);
                restored.requireCleanAudit();
            }
        }
    }

    /** The database is lost while it commits what staff report. Nothing of the report is in it, and it is not forgotten. */
    @Test
    void whatStaffReportIsWrittenDownBeforeItsCommit() {
        try (var first = TestService.start(AT_ONCE, TestService.WITHOUT_WORK)) {
            var merchant = first.fundedLive(first.merchant(), 10_000_000);
            merchant.account();
            var finance = first.operator(Operator.Role.FINANCE);
            finance.verifyAccount(merchant);
            var payout = merchant.payout("handed", 50_000).expect(201).word("id");
            try (var handing = first.on(first.database(), AT_ONCE, TestService.Work.RUNNING)) {
                await().atMost(SOON)
                        .until(() -> handing.count("SELECT count(*) FROM payout_attempt WHERE polls > 0") == 1);
            }
            var standby = TestDatabase.copy(first.database());
            try (var reporting = first.on(first.database(), AT_ONCE, TestService.Work.RUNNING)) {
                var staff = finance.at(reporting.tical().ports().admin());
                reporting.sql("""
                        CREATE FUNCTION fail_commit() RETURNS trigger LANGUAGE plpgsql AS
                        $$ BEGIN RAISE EXCEPTION 'the server is gone' USING ERRCODE = '57P01'; END $$""");
                reporting.sql("""
                        CREATE CONSTRAINT TRIGGER fail_commit AFTER UPDATE ON payout_attempt DEFERRABLE INITIALLY DEFERRED
                        FOR EACH ROW EXECUTE FUNCTION fail_commit()""");
                var refused =
                        staff.post("/admin/v1/payouts/" + payout + "/steps/1/outcome", outcome(staff, payout, "T-1"));
                assertThat(refused.status()).isGreaterThanOrEqualTo(500);
                assertThat(WrittenDown.in(reporting))
                        .filteredOn(one -> one.kind() == Departure.Kind.REPORTED)
                        .isNotEmpty();
                reporting.sql("DROP TRIGGER fail_commit ON payout_attempt");
            }
            try (var promoted = first.on(standby, AT_ONCE, TestService.Work.RUNNING)) {
                awaitStatus(merchant.at(promoted.port()), payout, "in_review");
                assertThat(open(promoted, "reported")).isEqualTo(1);
            }
        }
    }

    /** The backup has the match as open, and its payer has paid since. */
    @Test
    void whatAPayerPaidIsNotReleased() {
        var settings = with("TICAL_P2P_OFFER_SECONDS", "600");
        try (var first = TestService.start(settings, TestService.WITHOUT_WORK)) {
            var merchant = first.matching(first.merchant().funded("THB", 10_000_000), MatchFallback.OFF);
            var shop = first.matching(first.merchant(), MatchFallback.OFF);
            var payout = merchant.payout("offered", 20_000).expect(201).word("id");
            String payin;
            try (var offering = first.on(first.database(), settings, TestService.Work.RUNNING)) {
                await().atMost(SOON).until(() -> offering.tical().fence().closedBecause() == null);
                var created = shop.at(offering.port()).post("/v1/payins", """
                        {"order_ref":"matched","amount":20000,"currency":"THB","receiving_type":"p2p"}""").expect(201);
                payin = created.word("id");
                ShownPayeesTest.accept(offering, created.word("pay_token"));
            }
            var backup = TestDatabase.copy(first.database());
            try (var before = first.on(first.database(), settings, TestService.Work.RUNNING)) {
                await().atMost(SOON).until(() -> before.tical().fence().closedBecause() == null);
                shop.at(before.port())
                        .post("/v1/payins/" + payin + "/test-confirm")
                        .expect(200);
                awaitStatus(merchant.at(before.port()), payout, "success");
            }

            try (var restored = first.on(backup, settings, TestService.Work.RUNNING)) {
                await().atMost(SOON).until(() -> open(restored, "reported") == 1);
                var again = merchant.at(restored.port());
                again.post("/v1/payouts/" + payout + "/cancel").expect(409);
                var finance = restored.operator(Operator.Role.FINANCE);
                var version =
                        finance.get("/admin/v1/payins/" + payin).expect(200).number("version");
                finance.post(
                                "/admin/v1/payins/" + payin + "/release-match",
                                "{\"version\":" + version + ",\"note\":\"no payment came\"}")
                        .expect(409, "MATCH_HELD");
                shop.at(restored.port())
                        .post("/v1/payins/" + payin + "/test-confirm")
                        .expect(200);
                awaitStatus(again, payout, "success");
                await().atMost(SOON).until(() -> open(restored, "reported") == 0);
                assertThat(transfers(restored)).isEmpty();
                restored.requireCleanAudit();
            }
        }
    }

    /** A merchant was told that a payin was paid. It is not told that the payin has expired. */
    @Test
    void whatAMerchantWasToldKeepsAPayinOpen() {
        var settings = with("TICAL_PAYIN_EXPIRY_SECONDS", "1");
        try (var first = TestService.start(settings, TestService.WITHOUT_WORK)) {
            var shop = first.merchant();
            var told = shop.payin("told", 20_000).expect(201).word("id");
            var other = shop.payin("other", 30_000).expect(201).word("id");
            LostDepartures.told(
                    first, new TransactionKey(shop.organizationId(), false, UUID.fromString(told)), "payin.succeeded");
            try (var restored = first.on(first.database(), settings, TestService.Work.RUNNING)) {
                var at = shop.at(restored.port());
                await().atMost(SOON)
                        .until(() -> at.get("/v1/payins/" + other).expect(200).word("status"), "expired"::equals);
                at.post("/v1/payins/" + told + "/cancel").expect(503);
                assertThat(at.get("/v1/payins/" + told).expect(200).word("status"))
                        .isEqualTo("pending");
                at.post("/v1/payins/" + told + "/test-confirm").expect(200);
                assertThat(at.get("/v1/payins/" + told).expect(200).word("status"))
                        .isEqualTo("success");
            }
        }
    }

    /** While nothing is compared yet, nothing that may have been sent is taken back. */
    @Test
    void nothingIsTakenBackBeforeTheComparison() {
        try (var first = TestService.start(AT_ONCE, TestService.WITHOUT_WORK)) {
            var merchant = first.merchant().funded("THB", 1_000_000);
            var payout = merchant.payout("early", 50_000).expect(201).word("id");
            first.tical().fence().begin(); // and nothing compares, because no work runs
            merchant.post("/v1/payouts/" + payout + "/cancel").expect(503);
            try (var running = first.on(
                    first.database(), with("TICAL_SANDBOX_DISPATCH_SECONDS", "600"), TestService.Work.RUNNING)) {
                var at = merchant.at(running.port());
                var later = at.payout("later", 50_000).expect(201).word("id");
                await().atMost(SOON)
                        .until(() -> at.post("/v1/payouts/" + later + "/cancel").status() == 200);
            }
        }
    }
}
