package io.tical.server.outward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.db.DatabaseSettings;
import io.tical.db.TestDatabase;
import io.tical.server.Merchant;
import io.tical.server.TestService;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random histories of orders, backups and restores: whatever the database forgets, each order is paid once, nothing waits for people but
 * what the bank does not know, and everything ends.
 */
class HistoriesOfLossesTest {
    private static final Duration SOON = Duration.ofSeconds(90);
    private static final Map<String, String> SETTINGS =
            Map.of("TICAL_SANDBOX_DISPATCH_SECONDS", "0", "TICAL_RAIL_POLL_SECONDS", "1");
    private static final int ROUNDS = 3;
    private static final long FUNDS = 10_000_000;

    /** By reference: the amounts of orders. Those that end in 01 fail at the simulated bank, and those in 03 stay unknown to it. */
    private final Map<String, Long> orders = new LinkedHashMap<>();

    private final List<DatabaseSettings> backups = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(longs = {1, 4, 6})
    void eachOrderIsPaidOnce(long seed) {
        var random = new Random(seed);
        try (var first = TestService.start(SETTINGS, TestService.WITHOUT_WORK)) {
            var merchant = first.merchant().funded("THB", FUNDS);
            merchant.account();
            var current = TestDatabase.copy(first.database());
            backups.add(TestDatabase.copy(current));
            for (int round = 0; round < ROUNDS; round++) {
                try (var running = first.on(current, SETTINGS, TestService.Work.RUNNING)) {
                    var at = merchant.at(running.port());
                    for (int i = random.nextInt(2, 5); i > 0; i--) {
                        orders.put("order-" + orders.size(), amount(random));
                    }
                    order(at);
                    if (random.nextBoolean()) {
                        awaitEnds(running, at);
                    }
                }
                if (random.nextBoolean()) {
                    backups.add(TestDatabase.copy(current));
                }
                if (random.nextInt(3) > 0) {
                    current = TestDatabase.copy(backups.get(random.nextInt(backups.size())));
                }
            }
            try (var running = first.on(current, SETTINGS, TestService.Work.RUNNING)) {
                var at = merchant.at(running.port());
                order(at);
                awaitEnds(running, at);
                assertThat(RestoredDatabaseTest.transfers(running)).hasSize((int) orders.values().stream()
                        .filter(amount -> amount % 100 == 0)
                        .count());
                assertThat(running.count("SELECT count(*) FROM outward_case WHERE status = 'open'"))
                        .isZero();
                assertThat(at.available()).isEqualTo(FUNDS - kept());
            }
        }
    }

    private static long amount(Random random) {
        return switch (random.nextInt(6)) {
            case 0 -> 10_001L;
            case 1 -> 10_003L;
            default -> 10_000L;
        };
    }

    /** What left the balance: delivered, or of an unknown outcome. */
    private long kept() {
        return orders.values().stream()
                .filter(amount -> amount % 100 != 1)
                .mapToLong(Long::longValue)
                .sum();
    }

    /** Repeats all orders, as a merchant does who compares its list with the answers. */
    private void order(Merchant at) {
        for (var order : orders.entrySet()) {
            var reply = at.payout(order.getKey(), order.getValue());
            assertThat(reply.status()).isIn(201, 409);
        }
    }

    private void awaitEnds(TestService running, Merchant at) {
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(
                                running.count("SELECT count(*) FROM payout WHERE status IN ('pending', 'processing')"))
                        .isZero());
        for (var order : orders.entrySet()) {
            var payout = at.get("/v1/payouts?order_ref=" + order.getKey())
                    .expect(200)
                    .data()
                    .get(0);
            var expected = switch ((int) (order.getValue() % 100)) {
                case 1 -> List.of("refunded", "rejected", "failed");
                case 3 -> List.of("in_review");
                default -> List.of("success");
            };
            assertThat(expected).contains(payout.get("status").asText());
        }
    }
}
