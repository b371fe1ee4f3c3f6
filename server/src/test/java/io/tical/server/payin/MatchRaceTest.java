package io.tical.server.payin;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.db.TestDatabase;
import io.tical.server.Merchant;
import io.tical.server.Reply;
import io.tical.server.TestService;
import io.tical.server.key.TransactionKey;
import io.tical.server.merchant.MatchFallback;
import io.tical.server.payin.PayinAction.Receipt;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.Actor;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What payers, merchants, finance and two nodes do at the same moment to one payout ends in one way. */
class MatchRaceTest {
    private static final int MANY = 50;
    private static final int ROUNDS = 10;
    private static final AtomicLong NUMBERS = new AtomicLong();

    /** The simulator does not deliver amounts that end in 01, 02 or 03; each test adds less than 50 to its own. */
    private static final AtomicLong AMOUNTS = new AtomicLong(900_050);

    private static TestService service;
    private static TestService other;

    private final Merchant paying =
            service.matching(service.merchant(), MatchFallback.OFF).funded("THB", 80_000_000);
    private final Merchant shop = service.matching(service.merchant(), MatchFallback.OFF);
    private long amount = AMOUNTS.addAndGet(100);

    @BeforeAll
    static void start() {
        var settings = Map.of("TICAL_SANDBOX_DISPATCH_SECONDS", "0", "TICAL_P2P_GRACE_SECONDS", "0");
        service = TestService.start(settings);
        other = service.node(settings, TestService.Work.RUNNING);
        Awaitility.await()
                .atMost(Duration.ofSeconds(90))
                .until(() -> other.tical().fence().closedBecause() == null);
    }

    @AfterAll
    static void stop() {
        service.requireCleanAudit();
        other.close();
        service.close();
    }

    private String payout() {
        return paying.payout("payout-" + NUMBERS.incrementAndGet(), amount)
                .expect(201)
                .word("id");
    }

    private Reply p2p(Merchant merchant, int number) {
        return merchant.at(node(number).port())
                .post("/v1/payins", String.format(Locale.ROOT, """
                {"order_ref":"order-%d","amount":%d,"currency":"THB","receiving_type":"p2p"}""", NUMBERS.incrementAndGet(), amount));
    }

    private static TestService node(int number) {
        return number % 2 == 0 ? service : other;
    }

    private static boolean matched(Reply payin) {
        return payin.status() == 201 && payin.word("receiving_type").equals("P2P");
    }

    private long matches() {
        return matches(List.of(shop));
    }

    private static long matches(List<Merchant> of) {
        return of.stream()
                .mapToLong(merchant ->
                        service.count("SELECT count(DISTINCT payout_id) FROM p2p_match WHERE organization_id = '"
                                + merchant.organizationId() + "'"))
                .sum();
    }

    private static long attempts(String payout, String condition) {
        return service.count("SELECT count(*) FROM payout_attempt WHERE payout_id = '" + payout + "' AND " + condition);
    }

    @Test
    void ofManyConcurrentPayinsOneIsMatchedAndTheOthersGetACollectionAccount() throws Exception {
        payout();
        // One merchant alone may not have so many of one amount.
        var shops = List.of(shop, service.merchant());
        shops.forEach(one -> service.matching(one, MatchFallback.BANK_THEN_QR));
        var payins = Race.of(MANY, number -> p2p(shops.get(number % 2), 0).expect(201));
        assertThat(payins.stream().filter(MatchRaceTest::matched)).hasSize(1);
        assertThat(payins.stream().filter(payin -> payin.word("receiving_type").equals("BANK_TRANSFER")))
                .hasSize(MANY - 1);
        assertThat(matches(shops)).isEqualTo(1);
    }

    @Test
    void manyPayinsForAsManyPayoutsAreAllMatchedWithAnother() throws Exception {
        for (int i = 0; i < MANY; i++) {
            payout();
        }
        var payins = Race.of(MANY, number -> p2p(shop, number));
        assertThat(payins).allMatch(MatchRaceTest::matched);
        assertThat(matches()).isEqualTo(MANY);
        p2p(shop, 0).expect(422, "P2P_LIQUIDITY_UNAVAILABLE");
        var confirmed = Race.of(
                MANY,
                number -> shop.at(node(number).port())
                        .post("/v1/payins/" + payins.get(number).word("id") + "/test-confirm")
                        .status());
        assertThat(confirmed).containsOnly(200);
        assertThat(paying.balance("THB").get("in_transit").asLong()).isZero();
    }

    @Test
    void aPayoutIsClaimedOrDispatchedAndNeverBoth() throws Exception {
        var claimed = 0;
        for (int round = 0; round < ROUNDS; round++) {
            amount++;
            var payout = payout();
            var wait = round * 30;
            var outcomes = Race.of(3, number -> {
                if (number == 1) {
                    service.makeDue(payout);
                    return false;
                }
                pause(wait);
                return matched(p2p(shop, number));
            });
            if (outcomes.contains(true)) {
                claimed++;
                assertThat(attempts(payout, "rail = 'p2p'")).isEqualTo(1);
                assertThat(attempts(payout, "rail <> 'p2p'")).isZero();
                assertThat(paying.payout(payout).word("status")).isEqualTo("processing");
            } else {
                await(() -> paying.payout(payout).word("status").equals("success"));
                assertThat(attempts(payout, "rail = 'p2p'")).isZero();
            }
            assertThat(attempts(payout, "status <> 'dead'")).isEqualTo(1);
        }
        assertThat(matches()).isEqualTo(claimed);
    }

    @Test
    void aPayoutIsClaimedOrCancelledAndNeverBoth() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            amount++;
            var payout = payout();
            // One merchant on both sides: a commit queue may then take both commands in one group.
            var outcomes = Race.of(
                    2,
                    number -> number == 0
                            ? paying.post("/v1/payouts/" + payout + "/cancel").status() == 200
                            : matched(p2p(paying, number)));
            assertThat(outcomes).as("round %d", round).containsOnlyOnce(true);
            assertThat(paying.payout(payout).word("status"))
                    .isEqualTo(outcomes.getFirst() ? "cancelled" : "processing");
        }
    }

    /** While their wallet is locked, commands queue, and the commit queue takes them in one group. */
    @Test
    void ofAClaimAndACancelInOneGroupOneIsAccepted() throws Exception {
        var payout = payout();
        try (var connection = TestDatabase.owner(service.database());
                var statement = connection.createStatement();
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            connection.setAutoCommit(false);
            statement.execute(
                    "SELECT 1 FROM wallet WHERE organization_id = '" + paying.organizationId() + "' FOR UPDATE");
            var first = threads.submit(() -> paying.funded("THB", 1_000));
            await(service::waitsForALock);
            var cancelled = threads.submit(
                    () -> paying.post("/v1/payouts/" + payout + "/cancel").status() == 200);
            var claimed = threads.submit(() -> matched(p2p(paying, 0)));
            // Nothing shows whether both are in the queue; if one is not, they are decided one after the other.
            pause(500);
            connection.rollback();
            first.get();
            assertThat(List.of(cancelled.get(), claimed.get())).containsOnlyOnce(true);
            assertThat(paying.payout(payout).word("status")).isEqualTo(cancelled.get() ? "cancelled" : "processing");
        }
        service.requireCleanAudit();
    }

    @Test
    void bothSidesConfirmedAtOnceAreCompletedOnce() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            amount++;
            var payout = payout();
            var payin = p2p(shop, round).expect(201).word("id");
            var statuses = Race.of(
                    4,
                    number -> number % 2 == 0
                            ? shop.at(node(number / 2).port())
                                    .post("/v1/payins/" + payin + "/test-confirm")
                                    .status()
                            : paying.at(node(number / 2).port())
                                    .post("/v1/payouts/" + payout + "/test-confirm")
                                    .status());
            assertThat(statuses).containsOnly(200, 409);
            assertThat(List.of(statuses.get(0), statuses.get(2))).containsExactlyInAnyOrder(200, 409);
            assertThat(statuses.get(1)).isEqualTo(409);
            assertThat(paying.payout(payout).word("status")).isEqualTo("success");
        }
    }

    @Test
    void aLateConfirmationEitherCompletesThePayoutOrIsOwed() throws Exception {
        var livePaying = service.fundedLive(paying, 50_000_000);
        var liveShop = service.live(shop);
        for (int round = 0; round < ROUNDS; round++) {
            amount++;
            var payout = livePaying.payout("late-" + round, amount).expect(201).word("id");
            var payin = p2p(liveShop, 0).expect(201).word("id");
            var target = new TransactionKey(shop.organizationId(), true, UUID.fromString(payin));
            var reference = "late-" + amount;
            service.expire(payin);
            var wait = round * 60;
            Race.of(3, number -> {
                pause(wait);
                try {
                    node(number).tical().payins().confirm(target, new Receipt(amount, reference), Actor.SYSTEM, null);
                } catch (Problem.Conflict conflict) {
                    return false;
                }
                return true;
            });
            assertThat(liveShop.payin(payin).word("status")).isEqualTo("success");
            var open = service.count(
                    "SELECT count(*) FROM p2p_match WHERE status = 'open' AND payin_id = '" + payin + "'");
            assertThat(open).isZero();
            var completed = service.count(
                    "SELECT count(*) FROM p2p_match WHERE status = 'completed' AND payin_id = '" + payin + "'");
            assertThat(livePaying.payout(payout).word("status")).isEqualTo(completed == 1 ? "success" : "processing");
        }
        service.requireCleanAudit();
    }

    private static void pause(int ms) {
        try {
            Thread.sleep(ms);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void await(Callable<Boolean> condition) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(90))
                .pollInterval(Duration.ofMillis(50))
                .until(condition);
    }
}
