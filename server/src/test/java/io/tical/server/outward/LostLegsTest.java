package io.tical.server.outward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.db.TestDatabase;
import io.tical.server.Merchant;
import io.tical.server.OperatorClient;
import io.tical.server.Reply;
import io.tical.server.TestService;
import io.tical.server.staff.Operator;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Of a payout of several legs some are lost and some are not: each leg is transferred once. */
class LostLegsTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final Map<String, String> AT_ONCE =
            Map.of("TICAL_SANDBOX_DISPATCH_SECONDS", "0", "TICAL_RAIL_POLL_SECONDS", "1");
    private static final long FUNDS = 300_000_000;
    /** A bank transfers half of it at once. */
    private static final long TWO_LEGS = 90_000_000;
    /** The simulated bank does not say what became of them. */
    private static final long TWO_UNKNOWN_LEGS = TWO_LEGS + 3;

    private static void awaitStatus(Merchant merchant, String payout, String status) {
        await().atMost(SOON).until(() -> merchant.payout(payout).word("status"), status::equals);
    }

    private static long legs(TestService service, String condition) {
        return service.count("SELECT count(*) FROM payout_attempt WHERE " + condition);
    }

    /** The bank says that it never had one of the two, which is sent again. Then that is lost, too. */
    @Test
    void aLegThatIsLostIsAskedForAndTheOthersGoOn() throws IOException {
        try (var first = TestService.start(AT_ONCE, TestService.WITHOUT_WORK)) {
            var merchant = first.merchant().funded("THB", FUNDS);
            var payout = merchant.payout("two", TWO_LEGS).expect(201).word("id");
            var backup = TestDatabase.copy(first.database());
            try (var before = first.on(first.database(), AT_ONCE, TestService.Work.RUNNING)) {
                awaitStatus(merchant.at(before.port()), payout, "success");
                assertThat(RestoredDatabaseTest.transfers(before)).hasSize(2);
            }
            var second = WrittenDown.in(first).stream()
                    .filter(one -> one.leg() == 2)
                    .findFirst()
                    .orElseThrow()
                    .id();
            tearOut(first, second.toString());

            for (int restore = 1; restore <= 2; restore++) {
                try (var restored = first.on(TestDatabase.copy(backup), AT_ONCE, TestService.Work.RUNNING)) {
                    var again = merchant.at(restored.port());
                    awaitStatus(again, payout, "success");
                    assertThat(RestoredDatabaseTest.transfers(restored)).hasSize(restore + 1);
                    assertThat(legs(restored, "step = 1 AND status = 'delivered'"))
                            .isEqualTo(1);
                    assertThat(legs(restored, "step = 1")).isEqualTo(1);
                    assertThat(legs(restored, "step = 2 AND never_sent")).isEqualTo(1);
                    assertThat(legs(restored, "step = 2 AND status = 'delivered'"))
                            .isEqualTo(1);
                    awaitStatus(again, again.payout("new", 50_000).expect(201).word("id"), "success");
                    assertThat(RestoredDatabaseTest.transfers(restored)).hasSize(3);
                    assertThat(restored.count("SELECT count(*) FROM outward_case WHERE status = 'open'"))
                            .isZero();
                    restored.requireCleanAudit();
                }
            }
        }
    }

    /** The bank never had this transfer. */
    private static void tearOut(TestService service, String attempt) throws IOException {
        try (var books = Files.list(service.home().resolve("simulator"))) {
            for (var book : books.toList()) {
                var lines = Files.readAllLines(book).stream()
                        .filter(line -> !line.startsWith(attempt))
                        .toList();
                Files.write(book, lines);
            }
        }
    }

    /** The bank did not know what became of a leg, and staff had it sent again after the backup was made. */
    @Test
    void aLegThatWasSentAgainIsNotSentAThirdTime() {
        try (var first = TestService.start(AT_ONCE, TestService.WITHOUT_WORK)) {
            var merchant = first.merchant().funded("THB", FUNDS);
            var finance = first.operator(Operator.Role.FINANCE);
            String payout;
            try (var before = first.on(first.database(), AT_ONCE, TestService.Work.RUNNING)) {
                payout = merchant.at(before.port())
                        .payout("two", TWO_UNKNOWN_LEGS)
                        .expect(201)
                        .word("id");
                awaitStatus(merchant.at(before.port()), payout, "in_review");
                var staff = finance.at(before.tical().ports().admin());
                report(staff, payout, 1, "T-1").expect(200);
            }
            var backup = TestDatabase.copy(first.database());
            try (var later = first.on(first.database(), AT_ONCE, TestService.Work.RUNNING)) {
                retry(finance.at(later.tical().ports().admin()), payout).expect(200);
                awaitStatus(merchant.at(later.port()), payout, "in_review");
                assertThat(legs(later, "step = 2")).isEqualTo(2);
            }

            try (var restored = first.on(backup, AT_ONCE, TestService.Work.RUNNING)) {
                var staff = finance.at(restored.tical().ports().admin());
                await().atMost(SOON)
                        .until(() ->
                                restored.count("SELECT count(*) FROM outward_case WHERE status = 'open' AND step = 2")
                                        == 1);
                assertThat(restored.count("SELECT count(*) FROM outward_case")).isEqualTo(1);
                retry(staff, payout).expect(200);
                await().atMost(SOON)
                        .until(() -> restored.count("SELECT count(*) FROM outward_case WHERE status = 'open'") == 0);
                awaitStatus(merchant.at(restored.port()), payout, "in_review");
                assertThat(legs(restored, "step = 2")).isEqualTo(2);
                assertThat(legs(restored, "step = 1 AND status = 'delivered'")).isEqualTo(1);
                report(staff, payout, 2, "T-2").expect(200);
                awaitStatus(merchant.at(restored.port()), payout, "success");
                assertThat(merchant.at(restored.port()).available()).isEqualTo(FUNDS - TWO_UNKNOWN_LEGS);
                restored.requireCleanAudit();
            }
        }
    }

    private static Reply report(OperatorClient staff, String payout, int leg, String reference) {
        return staff.post(
                "/admin/v1/payouts/" + payout + "/steps/" + leg + "/outcome",
                versioned(staff, payout, ",\"outcome\":\"success\",\"reference\":\"" + reference + "\""));
    }

    private static Reply retry(OperatorClient staff, String payout) {
        return staff.post(
                "/admin/v1/payouts/" + payout + "/decision", versioned(staff, payout, ",\"decision\":\"retry\""));
    }

    private static String versioned(OperatorClient staff, String payout, String more) {
        var version = staff.get("/admin/v1/payouts/" + payout).expect(200).number("version");
        return String.format(Locale.ROOT, "{\"version\":%d,\"note\":\"seen at the bank\"%s}", version, more);
    }
}
