package io.tical.server.outward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.server.Merchant;
import io.tical.server.TestService;
import io.tical.server.bench.ServiceProcess;
import io.tical.server.rail.UpstreamServer;
import io.tical.server.staff.Operator;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/**
 * A real process is killed while it calls a rail of its configuration: after the bank has the order and before it answers, and after the attempt
 * was committed and before the bank has the order. The next process asks the bank, and sends nothing again.
 */
@Order(1)
class KilledWhileCallingTest extends KilledServices {
    private static final long AMOUNT = 50_000;

    private static final String RAILS = """
            {"rails": [{
              "name": "bank", "url": "%s", "currencies": {"THB": {"max": "2000000.00"}},
              "send": {"method": "POST", "path": "/transfers",
                "body": {"reference": "{attempt}", "amount": "{minor:number}", "account": "{account}"}, "answer": {}},
              "poll": {"method": "GET", "path": "/transfers/{attempt}", "answer": {
                "id": "/id", "reference": "/reference", "amount": "/amount", "amount_in": "minor",
                "delivered": "/status=done", "not_found": "404 /status=unknown", "not_found_after_seconds": 3600}}
            }], "rules": [{"rails": "bank"}]}""";

    private final UpstreamServer bank = new UpstreamServer();
    private final CountDownLatch held = new CountDownLatch(1);
    private final AtomicBoolean known = new AtomicBoolean();
    private Merchant merchant;

    @BeforeEach
    void merchant() throws IOException {
        try (var first = TestService.in(home, database, Map.of(), TestService.WITHOUT_WORK)) {
            merchant = first.fundedLive(first.merchant(), 10_000_000);
            merchant.account();
            first.operator(Operator.Role.FINANCE).verifyAccount(merchant);
        }
        more.put(
                "TICAL_RAILS",
                Files.writeString(home.resolve("rails.json"), RAILS.formatted(bank.url()))
                        .toString());
        bank.doing((request, exchange) -> {
            if (request.method().equals("POST")) {
                known.set(true);
                hold();
                return;
            }
            var attempt = request.target().substring("/transfers/".length());
            UpstreamServer.send(
                    exchange,
                    known.get() ? 200 : 404,
                    known.get()
                            ? "{\"status\":\"done\",\"id\":\"B1\",\"reference\":\"" + attempt + "\",\"amount\":"
                                    + AMOUNT + "}"
                            : "{\"status\":\"unknown\"}");
        });
    }

    @AfterEach
    void close() {
        held.countDown();
        bank.close();
    }

    private void hold() {
        try {
            held.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private long posts() {
        return bank.asked().stream().filter(one -> one.method().equals("POST")).count();
    }

    private String payout(ServiceProcess service) {
        return merchant.at(service.port()).payout("order", AMOUNT).expect(201).word("id");
    }

    private void awaitSuccess(ServiceProcess service, String payout) {
        await().atMost(SOON)
                .ignoreExceptions()
                .until(() -> merchant.at(service.port()).payout(payout).word("status"), "success"::equals);
    }

    @Test
    void whatTheBankHasIsAskedForAndNotSentAgain() throws Exception {
        String payout;
        try (var service = service(database)) {
            payout = payout(service);
            await().atMost(SOON).until(() -> posts() == 1);
            service.kill();
        }
        try (var service = service(database)) {
            awaitSuccess(service, payout);
        }
        assertThat(posts()).isEqualTo(1);
        assertThat(committed("payout_attempt")).isEqualTo(1);
        requireCleanAudit(database);
    }

    @Test
    void whatWasCommittedAndNotSentIsAskedForUntilTheBankIsSureThatItNeverHadIt() throws Exception {
        String payout;
        try (var service = service(database)) {
            payout = payout(service);
            await().atMost(SOON).until(() -> posts() == 1);
            service.kill();
        }
        // As if it had been killed before the call.
        known.set(false);
        try (var service = service(database)) {
            var before = bank.asked().size();
            await().atMost(SOON).until(() -> bank.asked().size() > before + 1);
            assertThat(posts()).as("it may still arrive").isEqualTo(1);
            assertThat(committed("payout_attempt WHERE status = 'open'")).isEqualTo(1);
            assertThat(payout).isNotEmpty();
        }
    }
}
