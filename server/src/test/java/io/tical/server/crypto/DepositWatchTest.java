package io.tical.server.crypto;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.Ids;
import io.tical.db.Database;
import io.tical.db.DatabaseSettings;
import io.tical.db.Databases;
import io.tical.db.Session;
import io.tical.db.TestDatabase;
import io.tical.server.TestService;
import io.tical.server.crypto.Deposit.State;
import io.tical.server.crypto.DepositAddresses.Use;
import io.tical.server.crypto.DepositPayee.Verdict;
import io.tical.server.rail.ChainWatcher;
import io.tical.server.rail.EvmNode;
import io.tical.server.transaction.TransactionKey;
import io.tical.server.work.Work;
import java.math.BigInteger;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Deposits from the address to the payee, with a chain on loopback and a real database. */
class DepositWatchTest {
    private static final String ETHEREUM =
            "xpub6DCoCpSuQZB2jawqnGMEPS63ePKWkwWPH4TU45Q7LPXWuNd8TMtVxRrgjtEshuqpK3mdhaWHPFsBngh5GFZaM6si3yZdUsT8ddYM3PwnATt";
    private static final long TEN_USDT = 10_000_000;

    private final EvmNode node = new EvmNode(200);
    private final Payee payee = new Payee();
    private final List<Transfer> left = new CopyOnWriteArrayList<>();
    private static DatabaseSettings settings;
    private static Database database;
    private Deposits deposits;
    private DepositWatch watch;

    /** Notes what it is told. */
    private static final class Payee implements DepositPayee {
        final List<Long> received = new CopyOnWriteArrayList<>();
        final List<Deposit> confirmed = new CopyOnWriteArrayList<>();
        volatile Function<Deposit, Verdict> answer = deposit -> Verdict.TAKEN;

        @Override
        public void received(Session session, Deposit deposit) {
            received.add(deposit.progress().received());
        }

        @Override
        public Verdict confirmed(Deposit deposit) {
            confirmed.add(deposit);
            return answer.apply(deposit);
        }
    }

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
    void open() {
        TestDatabase.empty(settings, "crypto_source", "crypto_address", "crypto_deposit", "crypto_transfer");
        use(Network.ERC20, node.watcher(5));
    }

    @AfterEach
    void close() {
        node.close();
    }

    private void left(Session session, Deposit deposit, List<Transfer> transfers) {
        assertThat(transfers).extracting(Transfer::state).containsOnly(Transfer.State.REVIEW);
        left.addAll(transfers);
    }

    private void use(Network network, ChainWatcher watcher) {
        var live = Map.of(network, new Networks.Live(AccountKey.parse(ETHEREUM), watcher));
        var networks = new Networks(network, Map.of(network, 3), live, Clock.systemUTC());
        deposits = new Deposits(database, networks, Duration.ofDays(30), Clock.systemUTC());
        watch = watch(network, watcher);
    }

    private DepositWatch watch(Network network, ChainWatcher watcher) {
        return new DepositWatch(deposits, network, true, watcher, payee, this::left);
    }

    private Deposit opened() {
        return opened(Network.ERC20, Instant.ofEpochMilli(System.currentTimeMillis()));
    }

    private Deposit opened(Network network, Instant at) {
        return database.transaction(session -> {
            var addresses = deposits.addresses(session, List.of(new Use(network, true)));
            var key = new TransactionKey(Ids.next(), true, Ids.next());
            var deposit = addresses.open(key, network, TEN_USDT, at, at.plusSeconds(600));
            addresses.write();
            return deposit;
        });
    }

    /** A round in which everything is due. */
    private void round() {
        database.run(session -> session.sql("UPDATE crypto_deposit SET due_at = now() - interval '1 second'")
                .run());
        look();
    }

    /** A round, to the end of what it began. */
    private boolean look() {
        var more = watch.round();
        watch.close();
        return more;
    }

    private Deposit.Progress progress(Deposit deposit) {
        return deposits.find(deposit.key()).orElseThrow().progress();
    }

    private List<Transfer.State> transfers(Deposit deposit) {
        return deposits.transfers(deposit.key()).stream().map(Transfer::state).toList();
    }

    @Test
    void aPaymentIsSeenThenConfirmedThenCredited() {
        var deposit = opened();
        round();
        assertThat(payee.received).isEmpty();

        var payment = node.pay(deposit.address(), TEN_USDT);
        round();
        assertThat(payee.received).containsExactly(TEN_USDT);
        assertThat(payee.confirmed).isEmpty();
        assertThat(progress(deposit).txHash()).isEqualTo(payment.txHash());
        assertThat(progress(deposit).confirmations()).isEqualTo(1);

        node.mine(1);
        round();
        assertThat(progress(deposit).confirmations()).isEqualTo(2);
        assertThat(payee.confirmed).isEmpty();

        node.mine(1);
        round();
        assertThat(payee.confirmed).singleElement().satisfies(paid -> {
            assertThat(paid.key()).isEqualTo(deposit.key());
            assertThat(paid.progress().paid()).isEqualTo(TEN_USDT);
            assertThat(paid.progress().paidBy()).isEqualTo(payment.txHash());
        });
        assertThat(progress(deposit).state()).isEqualTo(State.PAID);
        assertThat(transfers(deposit)).containsExactly(Transfer.State.CREDITED);

        node.mine(5);
        round();
        assertThat(payee.confirmed).hasSize(1);
    }

    @Test
    void tooLittleStaysOpenUntilTheRestComesAndTooMuchIsPaidInFull() {
        var deposit = opened();
        node.pay(deposit.address(), 4_000_000);
        node.mine(3);
        round();
        assertThat(progress(deposit).received()).isEqualTo(4_000_000);
        assertThat(progress(deposit).state()).isEqualTo(State.WAITING);
        assertThat(payee.confirmed).isEmpty();

        node.pay(deposit.address(), 7_000_000);
        node.mine(3);
        round();
        assertThat(payee.confirmed)
                .singleElement()
                .satisfies(paid -> assertThat(paid.progress().paid()).isEqualTo(11_000_000));
        assertThat(transfers(deposit)).containsOnly(Transfer.State.CREDITED).hasSize(2);
    }

    /** Somebody with the owner's password lets money come that never did. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                """
                INSERT INTO crypto_transfer SELECT network, 'forged', 0, organization_id, livemode, payin_id, 'nobody', 10000000000000000000,
                    10000000, 0, 1, 9, opened_at, 'confirmed', now(), now() FROM crypto_deposit WHERE payin_id = '%s'""",
                "UPDATE crypto_transfer SET amount = 10000000 WHERE payin_id = '%s'",
                "UPDATE crypto_deposit SET amount = 4000000 WHERE payin_id = '%s'",
                "UPDATE crypto_deposit SET state = 'paying', paid = 10000000, paid_by = 'forged' WHERE payin_id = '%s'"
            })
    void nothingIsPaidByRowsThatTheServiceDidNotWrite(String forgery) throws Exception {
        var deposit = opened();
        var other = opened();
        node.pay(deposit.address(), 4_000_000);
        node.mine(3);
        round();
        try (var owner = TestDatabase.owner(settings);
                var statement = owner.createStatement()) {
            statement.execute(forgery.formatted(deposit.key().id()));
        }
        node.pay(other.address(), TEN_USDT);
        node.mine(3);
        round();
        assertThat(payee.confirmed)
                .singleElement()
                .satisfies(paid -> assertThat(paid.key()).isEqualTo(other.key()));
        assertThat(database.alteredRows())
                .anyMatch(sentence ->
                        sentence.contains("payin_id " + deposit.key().id())
                                || sentence.startsWith("In crypto_transfer, "));
    }

    @Test
    void everyDepositIsPaidByWhatComesToItsOwnAddress() {
        var all = List.of(opened(), opened(), opened());
        node.pay(all.get(1).address(), TEN_USDT);
        node.pay(all.get(2).address(), 1);
        node.mine(3);
        round();
        assertThat(all.stream().map(deposit -> progress(deposit).received()).toList())
                .containsExactly(0L, TEN_USDT, 1L);
        assertThat(payee.confirmed)
                .singleElement()
                .satisfies(paid -> assertThat(paid.key()).isEqualTo(all.get(1).key()));
        assertThat(node.calls("eth_getLogs")).as("all in one question").isEqualTo(1);
    }

    @Test
    void whatTheChainUndoesIsWithdrawnAndNothingWasPaid() {
        var deposit = opened();
        var payment = node.pay(deposit.address(), TEN_USDT);
        node.mine(1);
        round();
        node.reorganise(2);
        round();
        assertThat(transfers(deposit)).containsExactly(Transfer.State.WITHDRAWN);
        assertThat(progress(deposit).received()).isZero();
        assertThat(payee.confirmed).isEmpty();

        node.include(payment);
        node.mine(2);
        round();
        assertThat(transfers(deposit)).containsExactly(Transfer.State.WITHDRAWN, Transfer.State.CREDITED);
        assertThat(payee.confirmed).hasSize(1);
    }

    @Test
    void aPaymentThatComesTooLateIsKeptForPeople() {
        var deposit = opened(Network.ERC20, TestService.CLOCK.instant().minus(Duration.ofMinutes(20)));
        node.pay(deposit.address(), TEN_USDT);
        node.mine(3);
        round();
        assertThat(payee.confirmed).isEmpty();
        assertThat(transfers(deposit)).containsExactly(Transfer.State.REVIEW);
        assertThat(left).hasSize(1);
        assertThat(progress(deposit).received()).isEqualTo(TEN_USDT);
        round();
        assertThat(left).as("what is left is said once").hasSize(1);
    }

    @Test
    void aPaymentInTimeCountsHoweverLateItIsSeen() {
        var deposit = opened(Network.ERC20, TestService.CLOCK.instant().minus(Duration.ofMinutes(20)));
        node.pay(
                deposit.address(),
                BigInteger.valueOf(TEN_USDT),
                TestService.CLOCK.instant().minus(Duration.ofMinutes(15)));
        node.mine(30);
        round();
        assertThat(payee.confirmed).hasSize(1);
    }

    @Test
    void aDepositMayBeGivenAnotherTime() {
        var deposit = opened(Network.ERC20, TestService.CLOCK.instant().minus(Duration.ofMinutes(20)));
        database.transaction(session -> {
            deposits.expires(session, deposit.key(), TestService.CLOCK.instant().plusSeconds(600));
            return deposit;
        });
        node.pay(deposit.address(), TEN_USDT);
        node.mine(3);
        round();
        assertThat(payee.confirmed).hasSize(1);
    }

    @Test
    void whatAPayeeDoesNotTakeIsKeptForPeople() {
        payee.answer = deposit -> Verdict.REFUSED;
        var deposit = opened();
        node.pay(deposit.address(), TEN_USDT);
        node.mine(3);
        round();
        assertThat(progress(deposit).state()).isEqualTo(State.CLOSED);
        assertThat(transfers(deposit)).containsExactly(Transfer.State.REVIEW);
        assertThat(progress(deposit).received()).isEqualTo(TEN_USDT);

        node.pay(deposit.address(), TEN_USDT);
        node.mine(3);
        round();
        assertThat(transfers(deposit)).containsExactly(Transfer.State.REVIEW, Transfer.State.REVIEW);
        assertThat(left).hasSize(2);
        assertThat(payee.confirmed).hasSize(1);
    }

    @Test
    void aPayeeThatCannotBeToldIsToldTheSameAgain() {
        var deposit = opened();
        node.pay(deposit.address(), TEN_USDT);
        node.mine(3);
        payee.answer = paid -> {
            throw new IllegalStateException("not now");
        };
        round();
        assertThat(progress(deposit).state()).isEqualTo(State.PAYING);
        assertThat(transfers(deposit)).containsExactly(Transfer.State.COUNTED);

        node.pay(deposit.address(), 1);
        node.mine(3);
        payee.answer = paid -> Verdict.TAKEN;
        round();
        assertThat(payee.confirmed)
                .hasSize(2)
                .allSatisfy(paid -> assertThat(paid.progress().paid()).isEqualTo(TEN_USDT))
                .extracting(paid -> paid.progress().paidBy())
                .containsOnly(payee.confirmed.getFirst().progress().paidBy());
        assertThat(transfers(deposit)).containsExactly(Transfer.State.CREDITED, Transfer.State.REVIEW);
    }

    @Test
    void whileTheNodeIsAwayNothingIsDecidedAndAfterwardsNothingIsMissing() {
        var deposit = opened();
        node.pay(deposit.address(), TEN_USDT);
        node.server().answering(503, "");
        round();
        assertThat(progress(deposit).version()).isEqualTo(1);
        look();
        assertThat(node.server().asked()).as("left alone for a while").hasSize(1);

        node.recover();
        node.mine(50);
        round();
        assertThat(payee.confirmed).hasSize(1);
    }

    @Test
    void aNodeThatLagsWithdrawsNothingForGood() {
        var deposit = opened();
        node.pay(deposit.address(), TEN_USDT);
        round();
        node.lagging(2);
        round();
        assertThat(transfers(deposit)).containsExactly(Transfer.State.WITHDRAWN);
        node.mine(3);
        round();
        assertThat(payee.confirmed).hasSize(1);
        assertThat(transfers(deposit)).containsExactly(Transfer.State.CREDITED);
    }

    @Test
    void tenToTheEighteenthAreCountedToTheLastUnit() {
        use(Network.BEP20, node.watcher(5));
        var deposit = opened(Network.BEP20, Instant.ofEpochMilli(System.currentTimeMillis()));
        node.pay(deposit.address(), new BigInteger("10000000999999999999"), TestService.CLOCK.instant());
        node.mine(3);
        round();
        assertThat(payee.confirmed)
                .singleElement()
                .satisfies(paid -> assertThat(paid.progress().paid()).isEqualTo(TEN_USDT));
        assertThat(deposits.transfers(deposit.key())).singleElement().satisfies(transfer -> {
            assertThat(transfer.units()).isEqualTo(new BigInteger("10000000999999999999"));
            assertThat(transfer.amount()).isEqualTo(new MicroUsdt(TEN_USDT, new BigInteger("999999999999")));
        });
    }

    @Test
    void anAmountThatCannotBeSpoilsNoOtherDeposit() {
        var impossible = opened();
        var deposit = opened();
        node.pay(impossible.address(), BigInteger.TWO.pow(200), TestService.CLOCK.instant());
        node.pay(deposit.address(), TEN_USDT);
        node.mine(3);
        round();
        assertThat(payee.confirmed)
                .singleElement()
                .satisfies(paid -> assertThat(paid.key()).isEqualTo(deposit.key()));
        assertThat(progress(impossible).version()).isEqualTo(1);
    }

    @Test
    void whatIsNotDueIsNotLookedAt() {
        opened();
        round();
        var asked = node.server().asked().size();
        assertThat(look()).isFalse();
        assertThat(node.server().asked()).hasSize(asked);
    }

    @Test
    void twoNodesLookAtDifferentDepositsAndWhatOneLeavesTheOtherTakesOver() {
        var deposit = opened();
        node.pay(deposit.address(), TEN_USDT);
        node.mine(3);
        database.transaction(session -> session.sql("UPDATE crypto_deposit SET due_at = now() + interval '5 seconds'")
                .run());
        look();
        assertThat(payee.confirmed).as("somebody else has it").isEmpty();
        round();
        assertThat(payee.confirmed).as("whose lease has ended").hasSize(1);
    }

    @Test
    void anOlderPictureOfTheChainDoesNotUndoANewerOne() {
        var deposit = opened();
        var looking = new CountDownLatch(1);
        var seen = new CountDownLatch(1);
        var chain = node.watcher(5);
        var slow = watch(Network.ERC20, new ChainWatcher() {
            @Override
            public String name() {
                return "slow";
            }

            @Override
            public int addressesMax() {
                return 10;
            }

            @Override
            public List<ChainOutcome> look(List<Watched> addresses) {
                var outcomes = chain.look(addresses);
                looking.countDown();
                await(seen);
                return outcomes;
            }
        });
        slow.round();
        await(looking);
        node.pay(deposit.address(), TEN_USDT);
        round();
        seen.countDown();
        slow.close();
        assertThat(transfers(deposit)).containsExactly(Transfer.State.SEEN);
        assertThat(progress(deposit).received()).isEqualTo(TEN_USDT);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void thereIsAWatchForEveryNetworkThatTakesDeposits() {
        assertThat(deposits.watches(payee, this::left))
                .extracting(Work::name)
                .containsExactly("deposits-TRC20-test", "deposits-ERC20-test", "deposits-ERC20", "deposits-BEP20-test");
    }
}
