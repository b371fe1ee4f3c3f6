package io.tical.server.outward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.db.TestDatabase;
import io.tical.server.Merchant;
import io.tical.server.OperatorClient;
import io.tical.server.TestService;
import io.tical.server.bench.ServiceProcess;
import io.tical.server.merchant.MatchFallback;
import io.tical.server.staff.Operator;
import io.tical.server.webhook.CallbackEndpoint;
import io.tical.server.webhook.CallbackSink;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/**
 * A real process is killed while it tells a merchant an outcome, shows a payer whom to pay, and takes what staff report: before it has written
 * that down, and after. A log that is not in its place, a merchant who does not answer, and a commit that waits hold it there.
 */
@Order(1)
class KilledWhileTellingTest extends KilledServices {
    private static final String PAYEE = "1234567890";

    /** A node of the same home, to prepare what merchants and operators cannot do by themselves. */
    private TestService node() {
        return TestService.over(database, home, settings(database));
    }

    @Test
    void whatAMerchantWasNotToldOrMayNotHaveReadIsToldByTheNextProcess() throws Exception {
        more.put("TICAL_SANDBOX_DISPATCH_SECONDS", "3600");
        var unanswered = new CountDownLatch(1);
        try (var receiver = new CallbackSink()) {
            Merchant merchant;
            try (var node = node()) {
                merchant = node.merchant().funded("THB", 10_000_000);
                merchant.account();
                receivedAt(receiver.url(), merchant, node);
            }
            long before;
            try (var service = service(database)) {
                merchant = merchant.at(service.port());
                var told = merchant.payout("told", 50_000).expect(201).word("id");
                before = writtenDown();
                takeTheLogAway();
                merchant.post("/v1/payouts/" + told + "/test-confirm").expect(200);
                await().atMost(SOON).until(() -> healthOf(service) == 503);
                service.kill();
            }
            assertThat(receiver.received()).isEmpty();
            putTheLogBack();

            receiver.answering(_ -> {
                awaitSilently(unanswered);
                return 500;
            });
            try (var service = service(database)) {
                await().atMost(SOON).until(() -> !receiver.received().isEmpty());
                assertThat(writtenDown()).isGreaterThan(before);
                service.kill();
            }
            unanswered.countDown();
            receiver.answering(200);
            try (var _ = service(database)) {
                await().atMost(SOON).until(() -> committed("delivery WHERE status = 'delivered'") == 1);
            }
            assertThat(receiver.received())
                    .hasSize(2)
                    .extracting(CallbackSink.Received::bodyId)
                    .containsOnly(receiver.received().getFirst().bodyId());
            requireCleanAudit(database);
        }
    }

    private static void receivedAt(String url, Merchant merchant, TestService node) {
        node.tical()
                .callbackEndpoints()
                .save(merchant.organizationId(), CallbackEndpoint.Kind.PAYOUT, url, CallbackEndpoint.Form.AUTO);
    }

    private static int healthOf(ServiceProcess service) throws Exception {
        var health = URI.create("http://127.0.0.1:" + service.adminPort() + "/observe/health");
        try (var client = HttpClient.newHttpClient()) {
            return client.send(HttpRequest.newBuilder(health).build(), BodyHandlers.discarding())
                    .statusCode();
        }
    }

    private static void awaitSilently(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void whomAPayerWasShownIsNotSentByTheNextProcess() throws Exception {
        more.put("TICAL_P2P_OFFER_SECONDS", "600");
        Merchant paying;
        Merchant shop;
        String payout;
        try (var node = node()) {
            paying = node.matching(node.merchant().funded("THB", 10_000_000), MatchFallback.OFF);
            shop = node.matching(node.merchant(), MatchFallback.OFF);
            payout = paying.payout("offered", 20_000).expect(201).word("id");
        }
        var backup = TestDatabase.copy(database);
        String token;
        try (var service = service(database)) {
            token = shop.at(service.port()).post("/v1/payins", """
                    {"order_ref":"matched","amount":20000,"currency":"THB","receiving_type":"p2p"}""").expect(201).word("pay_token");
            takeTheLogAway();
            var refused = ShownPayeesTest.accept(service.payPort(), token);
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.body()).doesNotContain(PAYEE);
            service.kill();
        }
        putTheLogBack();
        try (var service = service(database)) {
            var before = writtenDown();
            await().atMost(SOON)
                    .until(
                            () -> ShownPayeesTest.accept(service.payPort(), token)
                                    .body(),
                            body -> body.contains(PAYEE));
            assertThat(writtenDown()).isGreaterThan(before);
            service.kill();
        }
        try (var service = service(database)) {
            await().atMost(SOON)
                    .until(
                            () -> ShownPayeesTest.accept(service.payPort(), token)
                                    .body(),
                            body -> body.contains(PAYEE));
        }
        requireCleanAudit(database);
        try (var service = service(backup)) {
            RestoredDatabaseTest.awaitStatus(paying.at(service.port()), payout, "in_review");
            assertThat(RestoredDatabaseTest.transfers(home)).isEmpty();
        }
    }

    @Test
    void whatStaffReportedIsNotForgottenByTheNextProcess() throws Exception {
        Merchant merchant;
        OperatorClient finance;
        String payout;
        try (var node = node()) {
            merchant = node.fundedLive(node.merchant(), 10_000_000);
            merchant.account();
            finance = node.operator(Operator.Role.FINANCE);
            finance.verifyAccount(merchant);
            payout = merchant.payout("handed", 50_000).expect(201).word("id");
            await().atMost(SOON).until(() -> committed("payout_attempt WHERE polls > 0") == 1);
        }
        execute("""
                CREATE FUNCTION held() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_advisory_xact_lock(7); RETURN NULL; END $$;
                CREATE CONSTRAINT TRIGGER held AFTER UPDATE ON payout_attempt DEFERRABLE INITIALLY DEFERRED
                FOR EACH ROW EXECUTE FUNCTION held()""");
        try (var owner = TestDatabase.owner(database);
                var statement = owner.createStatement();
                var threads = Executors.newVirtualThreadPerTaskExecutor();
                var service = service(database)) {
            statement.execute("SELECT pg_advisory_lock(7)");
            var before = writtenDown();
            var staff = finance.at(service.adminPort());
            var body = RestoredDatabaseTest.outcome(staff, payout, "T-1");
            var answer = threads.submit(() -> staff.post("/admin/v1/payouts/" + payout + "/steps/1/outcome", body));
            await().atMost(SOON).until(() -> writtenDown() > before);
            service.kill();
            statement.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    + " WHERE datname = current_database() AND pid <> pg_backend_pid()");
            assertThat(answer).failsWithin(SOON);
        }
        execute("DROP TRIGGER held ON payout_attempt");
        assertThat(committed("payout_attempt WHERE status = 'open'")).isEqualTo(1);

        try (var service = service(database)) {
            RestoredDatabaseTest.awaitStatus(merchant.at(service.port()), payout, "in_review");
            assertThat(committed("outward_case WHERE status = 'open' AND kind = 'reported'"))
                    .isEqualTo(1);
        }
    }
}
