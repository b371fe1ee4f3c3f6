package io.tical.server.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.server.Merchant;
import io.tical.server.TestService;
import io.tical.server.key.TransactionKey;
import io.tical.server.rail.TransferOrder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Somebody with the owner's password sends a payout elsewhere, before the service has dispatched it. */
class AlteredPayoutTest {
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private static TestService service;
    private static Merchant live;
    private final Queue<TransferOrder> sent = new ConcurrentLinkedQueue<>();

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of(), TestService.WITHOUT_WORK);
        live = service.fundedLive(service.merchant(), 1_000_000_000);
    }

    @AfterAll
    static void stop() {
        service.requireCleanAudit();
        service.close();
    }

    private static TransactionKey payout() {
        var id = live.payout("ref-" + NUMBERS.incrementAndGet(), 40_000)
                .expect(201)
                .word("id");
        service.makeDue(id);
        return new TransactionKey(live.organizationId(), true, UUID.fromString(id));
    }

    private String status(TransactionKey payout) {
        // From its row, because an altered payout is shown to nobody.
        return service.serviceDatabase()
                .run(session -> session.sql("SELECT status FROM payout WHERE payout_id = cast(:id AS uuid)")
                        .bind("id", payout.id())
                        .one(row -> row.text("status")));
    }

    private PayoutWork work() {
        var rail = TestRail.of(leg -> {
            sent.add(leg);
            return TestRail.delivered(leg.amount(), leg.attemptId().toString());
        });
        return new PayoutWork(
                service.tical().database(),
                service.tical().payouts(),
                service.tical().sentPayouts(),
                rail.rails(),
                List.of(),
                TestService.CLOCK);
    }

    private static void workUntil(PayoutWork work, Callable<Boolean> done) {
        await().atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(50))
                .until(() -> {
                    work.round();
                    return done.call();
                });
    }

    @ParameterizedTest
    @CsvSource({
        "payout,      account_no,  account_no || '9',  'left(account_no, -1)'",
        "payout,      holder_name, holder_name || '9', 'left(holder_name, -1)'",
        "payout_step, amount,      amount - 1,         amount + 1"
    })
    void isNotSentUntilTheRowIsAsTheServiceWroteIt(String table, String column, String changed, String back) {
        var altered = payout();
        var other = payout();
        var before = status(altered);
        var update = "UPDATE " + table + " SET " + column + " = %s WHERE payout_id = '" + altered.id() + "'";
        service.sql(update.formatted(changed));

        var work = work();
        workUntil(work, () -> status(other).equals("success"));
        work.round();
        // Waits for the attempts in flight: one that failed after the payout is due again would delay it.
        work.close();

        assertThat(sent).hasSize(1);
        assertThat(status(altered)).isEqualTo(before);
        assertThat(service.serviceDatabase().alteredRows())
                .anySatisfy(sentence -> assertThat(sentence)
                        .startsWith("In " + table + ", ")
                        .contains(altered.id().toString(), ": " + column + " was not written by the service"));

        service.sql(update.formatted(back));
        service.makeDue(altered.id().toString());
        workUntil(work, () -> status(altered).equals("success"));
        assertThat(sent).hasSize(2);
        work.close();
    }

    @Test
    void nothingIsDecidedWhileALegIsMissing() {
        var payout = payout();
        var leg = "payout_step WHERE payout_id = '" + payout.id() + "'";
        service.sql("CREATE TABLE kept AS SELECT * FROM " + leg + "; DELETE FROM " + leg);
        live.post("/v1/payouts/" + payout.id() + "/cancel").expect(503, "SERVICE_UNAVAILABLE");
        assertThat(service.serviceDatabase().alteredRows())
                .anySatisfy(sentence -> assertThat(sentence)
                        .startsWith("In payout_step, ")
                        .contains(payout.id().toString(), "a leg was deleted"));

        service.sql("INSERT INTO payout_step TABLE kept; DROP TABLE kept");
        live.post("/v1/payouts/" + payout.id() + "/cancel").expect(200);
    }
}
