package io.tical.server.crypto;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.db.Database;
import io.tical.db.DatabaseSettings;
import io.tical.db.Databases;
import io.tical.db.TestDatabase;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever the order and the delay in which a service shows transfers, each one that becomes final is credited once or left to staff once,
 * and nothing else is.
 */
class LateEventsTest {
    private static final int CONFIRMATIONS = 3;
    private static final int STEPS = 60;

    private static DatabaseSettings settings;
    private static Database database;

    private final MovedClock time = new MovedClock();

    @BeforeAll
    static void openDatabase() {
        settings = TestDatabase.settings();
        database = Databases.open(settings);
    }

    @AfterAll
    static void closeDatabase() {
        database.close();
    }

    @BeforeEach
    void empty() {
        TestDatabase.empty(settings, "crypto_source", "crypto_address", "crypto_deposit", "crypto_transfer");
    }

    static Stream<Long> seeds() {
        var first = Long.getLong("tical.seed", System.nanoTime());
        return IntStream.range(0, 15).mapToObj(i -> first + i);
    }

    /** Nobody waits for a check because a node behind a balancer is late. */
    @ParameterizedTest
    @ValueSource(ints = {4, 40, 150})
    void aTransferThatALateNodeLeavesOutOfARangeIsReadByItsBlock(int lag) {
        try (var watched = new WatchedDeposits(database, time, lag)) {
            var deposit = watched.opened();
            watched.round();
            watched.node.laggingForRanges(lag).pay(deposit.address(), 10_000_000L);
            for (int i = 0; i < 8; i++) {
                watched.node.mine(2);
                time.pass(Duration.ofSeconds(20));
                watched.round();
            }
            assertThat(watched.payee.confirmed)
                    .singleElement()
                    .extracting(Deposit::key)
                    .isEqualTo(deposit.key());
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void everyFinalTransferOfAnEthereumChainCountsOnce(long seed) {
        var random = new Random(seed);
        try (var watched = new WatchedDeposits(database, time, seed)) {
            var node = watched.node;
            var deposits = List.of(watched.opened(), watched.opened(), watched.opened());
            var undone = new ArrayList<EvmNode.Payment>();
            for (int step = 0; step < STEPS; step++) {
                var address = deposits.get(random.nextInt(deposits.size())).address();
                switch (random.nextInt(15)) {
                    case 0, 1, 2 -> {
                        var payment = node.pay(
                                address, BigInteger.valueOf(1_000_000L * (1 + random.nextInt(10))), time.instant());
                        if (random.nextInt(4) == 0) {
                            node.reorganise(1 + random.nextInt(CONFIRMATIONS - 1));
                            undone.add(payment);
                        }
                    }
                    case 3 -> {
                        if (!undone.isEmpty()) {
                            node.include(undone.removeLast());
                        }
                    }
                    case 4, 5 -> node.mine(1 + random.nextInt(8));
                    case 6 -> node.lagging(random.nextInt(60));
                    case 7 -> node.balancedToLagging(random.nextInt(60));
                    case 8 -> node.shuffling(random.nextBoolean());
                    case 9 -> node.lagging(0);
                    case 10 -> time.pass(Duration.ofMinutes(random.nextInt(6)));
                    case 11 -> watched.check();
                    case 12 -> node.laggingForRanges(random.nextInt(60));
                    default -> watched.round();
                }
            }
            node.lagging(0).mine(50);
            time.pass(Duration.ofHours(1));
            node.mine(CONFIRMATIONS + 5);
            for (int i = 0; i < 2; i++) {
                watched.round();
                watched.check();
            }
            for (var deposit : deposits) {
                var onChain = node.transfers(deposit.address(), node.head() - CONFIRMATIONS + 1).stream()
                        .map(EvmNode.Payment::txHash)
                        .toList();
                assertCountedOnce("seed " + seed, watched, deposit, onChain);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void everyFinalTransferOfTronCountsOnce(long seed) {
        var random = new Random(seed);
        try (var watched = new WatchedDeposits(database, time, seed);
                var tron = new TronService(seed)) {
            watched.watch(Network.TRC20, tron.watcher());
            var opened = List.of(
                    watched.opened(Network.TRC20, time.instant()), watched.opened(Network.TRC20, time.instant()));
            for (int step = 0; step < STEPS; step++) {
                var address = opened.get(random.nextInt(opened.size())).address();
                switch (random.nextInt(16)) {
                    case 0, 1, 2 -> {
                        var payment = tron.pay(address, 1_000_000L * (1 + random.nextInt(10)));
                        if (random.nextInt(5) == 0) {
                            watched.round();
                            tron.undo(payment);
                        }
                    }
                    case 3 -> tron.mine(1 + random.nextInt(30));
                    case 4 -> tron.mine(1 + random.nextInt(3_000));
                    case 5 -> tron.listingLate(random.nextBoolean());
                    case 6 -> tron.shuffling(random.nextBoolean());
                    case 7 -> tron.pagesOf(1 + random.nextInt(5));
                    case 8 -> time.pass(Duration.ofMinutes(random.nextInt(6)));
                    case 9, 10 -> watched.check();
                    case 11 -> tron.dropping(random.nextInt(3) * 30);
                    case 12 -> tron.lagging(random.nextInt(40));
                    case 13 -> tron.sweep(address, 1_000_000L * (1 + random.nextInt(3)));
                    default -> watched.round();
                }
            }
            tron.listingLate(false).shuffling(false).dropping(0).lagging(0).mine(40);
            time.pass(Duration.ofHours(1));
            tron.mine(2_000);
            for (int i = 0; i < 2; i++) {
                watched.round();
                watched.check();
            }
            for (var deposit : opened) {
                assertCountedOnce("seed " + seed, watched, deposit, tron.transfers(deposit.address()));
            }
        }
    }

    private static void assertCountedOnce(String seed, WatchedDeposits watched, Deposit deposit, List<String> onChain) {
        var recorded = watched.deposits().transfers(deposit.key());
        assertThat(recorded.stream()
                        .filter(transfer -> transfer.state() == Transfer.State.CREDITED
                                || transfer.state() == Transfer.State.REVIEW)
                        .map(Transfer::txHash))
                .as("%s: what counts of %s is what is on the chain", seed, deposit.address())
                .containsExactlyInAnyOrderElementsOf(onChain);
        var credited = recorded.stream()
                .filter(transfer -> transfer.state() == Transfer.State.CREDITED)
                .toList();
        var confirmed = watched.payee.confirmed.stream()
                .filter(paid -> paid.key().equals(deposit.key()))
                .toList();
        assertThat(confirmed).as(seed).hasSizeLessThanOrEqualTo(1);
        assertThat(confirmed.stream().mapToLong(paid -> paid.progress().paid()).sum())
                .as("%s: what is credited", seed)
                .isEqualTo(Transfer.sum(credited));
        assertThat(watched.reviewed)
                .as("%s: nothing is left to staff twice", seed)
                .extracting(Transfer::event)
                .doesNotHaveDuplicates();
        assertThat(watched.progress(deposit).check().difference())
                .as("%s: the balance is explained", seed)
                .isNull();
    }
}
