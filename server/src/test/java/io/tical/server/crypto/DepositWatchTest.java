package io.tical.server.crypto;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.db.Database;
import io.tical.db.DatabaseSettings;
import io.tical.db.Databases;
import io.tical.db.TestDatabase;
import io.tical.server.TestService;
import io.tical.server.crypto.Deposit.State;
import io.tical.server.crypto.DepositPayee.Verdict;
import io.tical.server.work.Work;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Deposits from the address to the payee, with a chain on loopback and a real database. */
class DepositWatchTest {
    private static DatabaseSettings settings;
    private static Database database;
    private WatchedDeposits watched;
    private EvmNode node;
    private WatchedDeposits.Payee payee;

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
        watched = new WatchedDeposits(database);
        node = watched.node;
        payee = watched.payee;
    }

    @AfterEach
    void close() {
        watched.close();
    }

    @Test
    void aPaymentIsSeenThenConfirmedThenCredited() {
        var deposit = watched.opened();
        watched.round();
        assertThat(payee.received).isEmpty();

        var payment = node.pay(deposit.address(), WatchedDeposits.TEN_USDT);
        watched.round();
        assertThat(payee.received).containsExactly(WatchedDeposits.TEN_USDT);
        assertThat(payee.confirmed).isEmpty();
        assertThat(watched.progress(deposit).txHash()).isEqualTo(payment.txHash());
        assertThat(watched.progress(deposit).confirmations()).isEqualTo(1);

        node.mine(1);
        watched.round();
        assertThat(watched.progress(deposit).confirmations()).isEqualTo(2);
        assertThat(payee.confirmed).isEmpty();

        node.mine(1);
        watched.round();
        assertThat(payee.confirmed).singleElement().satisfies(paid -> {
            assertThat(paid.key()).isEqualTo(deposit.key());
            assertThat(paid.progress().paid()).isEqualTo(WatchedDeposits.TEN_USDT);
            assertThat(paid.progress().paidBy()).isEqualTo(payment.txHash());
        });
        assertThat(watched.progress(deposit).state()).isEqualTo(State.PAID);
        assertThat(watched.transfers(deposit)).containsExactly(Transfer.State.CREDITED);

        node.mine(5);
        watched.round();
        assertThat(payee.confirmed).hasSize(1);
    }

    @Test
    void aPartialPaymentStaysOpenUntilTheRestArrivesAndAnOverpaymentIsPaidInFull() {
        var deposit = watched.opened();
        node.pay(deposit.address(), 4_000_000);
        node.mine(3);
        watched.round();
        assertThat(watched.progress(deposit).received()).isEqualTo(4_000_000);
        assertThat(watched.progress(deposit).state()).isEqualTo(State.WAITING);
        assertThat(payee.confirmed).isEmpty();

        node.pay(deposit.address(), 7_000_000);
        node.mine(3);
        watched.round();
        assertThat(payee.confirmed)
                .singleElement()
                .satisfies(paid -> assertThat(paid.progress().paid()).isEqualTo(11_000_000));
        assertThat(watched.transfers(deposit))
                .containsOnly(Transfer.State.CREDITED)
                .hasSize(2);
    }

    /** Somebody with the database owner's password forges a payment. */
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
        var deposit = watched.opened();
        var other = watched.opened();
        node.pay(deposit.address(), 4_000_000);
        node.mine(3);
        watched.round();
        try (var owner = TestDatabase.owner(settings);
                var statement = owner.createStatement()) {
            statement.execute(forgery.formatted(deposit.key().id()));
        }
        node.pay(other.address(), WatchedDeposits.TEN_USDT);
        node.mine(3);
        watched.round();
        assertThat(payee.confirmed)
                .singleElement()
                .satisfies(paid -> assertThat(paid.key()).isEqualTo(other.key()));
        assertThat(database.alteredRows())
                .anyMatch(sentence ->
                        sentence.contains("payin_id " + deposit.key().id())
                                || sentence.startsWith("In crypto_transfer, "));
    }

    @Test
    void aDepositIsPaidByTransfersToItsOwnAddress() {
        var all = List.of(watched.opened(), watched.opened(), watched.opened());
        node.pay(all.get(1).address(), WatchedDeposits.TEN_USDT);
        node.pay(all.get(2).address(), 1);
        node.mine(3);
        watched.round();
        assertThat(all.stream()
                        .map(deposit -> watched.progress(deposit).received())
                        .toList())
                .containsExactly(0L, WatchedDeposits.TEN_USDT, 1L);
        assertThat(payee.confirmed)
                .singleElement()
                .satisfies(paid -> assertThat(paid.key()).isEqualTo(all.get(1).key()));
        assertThat(node.requests("eth_getLogs")).as("three requests for all").isEqualTo(3);
    }

    @Test
    void aTransferThatTheChainUndoesIsWithdrawnAndPaysNothing() {
        var deposit = watched.opened();
        var payment = node.pay(deposit.address(), WatchedDeposits.TEN_USDT);
        node.mine(1);
        watched.round();
        node.reorganise(2);
        watched.round();
        assertThat(watched.transfers(deposit)).containsExactly(Transfer.State.WITHDRAWN);
        assertThat(watched.progress(deposit).received()).isZero();
        assertThat(payee.confirmed).isEmpty();

        node.include(payment);
        node.mine(2);
        watched.round();
        assertThat(watched.transfers(deposit)).containsExactly(Transfer.State.WITHDRAWN, Transfer.State.CREDITED);
        assertThat(payee.confirmed).hasSize(1);
    }

    @Test
    void aPaymentAfterTheExpiryIsLeftToStaff() {
        var deposit = watched.opened(Network.ERC20, TestService.CLOCK.instant().minus(Duration.ofMinutes(20)));
        node.pay(deposit.address(), WatchedDeposits.TEN_USDT);
        node.mine(3);
        watched.round();
        assertThat(payee.confirmed).isEmpty();
        assertThat(watched.transfers(deposit)).containsExactly(Transfer.State.REVIEW);
        assertThat(watched.reviewed).hasSize(1);
        assertThat(watched.progress(deposit).received()).isEqualTo(WatchedDeposits.TEN_USDT);
        watched.round();
        assertThat(watched.reviewed).as("reported once").hasSize(1);
    }

    @Test
    void aPaymentInTimeCountsHoweverLateItIsSeen() {
        var deposit = watched.opened(Network.ERC20, TestService.CLOCK.instant().minus(Duration.ofMinutes(20)));
        node.pay(
                deposit.address(),
                BigInteger.valueOf(WatchedDeposits.TEN_USDT),
                TestService.CLOCK.instant().minus(Duration.ofMinutes(15)));
        node.mine(30);
        watched.round();
        assertThat(payee.confirmed).hasSize(1);
    }

    @Test
    void theExpiryOfADepositCanBeMoved() {
        var deposit = watched.opened(Network.ERC20, TestService.CLOCK.instant().minus(Duration.ofMinutes(20)));
        database.transaction(session -> {
            watched.deposits()
                    .expires(session, deposit.key(), TestService.CLOCK.instant().plusSeconds(600));
            return deposit;
        });
        node.pay(deposit.address(), WatchedDeposits.TEN_USDT);
        node.mine(3);
        watched.round();
        assertThat(payee.confirmed).hasSize(1);
    }

    @Test
    void aPaymentThatThePayeeRefusesIsLeftToStaff() {
        payee.answer = deposit -> Verdict.REFUSED;
        var deposit = watched.opened();
        node.pay(deposit.address(), WatchedDeposits.TEN_USDT);
        node.mine(3);
        watched.round();
        assertThat(watched.progress(deposit).state()).isEqualTo(State.CLOSED);
        assertThat(watched.transfers(deposit)).containsExactly(Transfer.State.REVIEW);
        assertThat(watched.progress(deposit).received()).isEqualTo(WatchedDeposits.TEN_USDT);

        node.pay(deposit.address(), WatchedDeposits.TEN_USDT);
        node.mine(3);
        watched.round();
        assertThat(watched.transfers(deposit)).containsExactly(Transfer.State.REVIEW, Transfer.State.REVIEW);
        assertThat(watched.reviewed).hasSize(2);
        assertThat(payee.confirmed).hasSize(1);
    }

    @Test
    void aPayeeThatFailsIsCalledAgainWithTheSameDeposit() {
        var deposit = watched.opened();
        node.pay(deposit.address(), WatchedDeposits.TEN_USDT);
        node.mine(3);
        payee.answer = paid -> {
            throw new IllegalStateException("not now");
        };
        watched.round();
        assertThat(watched.progress(deposit).state()).isEqualTo(State.PAYING);
        assertThat(watched.transfers(deposit)).containsExactly(Transfer.State.COUNTED);

        node.pay(deposit.address(), 1);
        node.mine(3);
        payee.answer = paid -> Verdict.TAKEN;
        watched.round();
        assertThat(payee.confirmed)
                .hasSize(2)
                .allSatisfy(paid -> assertThat(paid.progress().paid()).isEqualTo(WatchedDeposits.TEN_USDT))
                .extracting(paid -> paid.progress().paidBy())
                .containsOnly(payee.confirmed.getFirst().progress().paidBy());
        assertThat(watched.transfers(deposit)).containsExactly(Transfer.State.CREDITED, Transfer.State.REVIEW);
    }

    @Test
    void anUnavailableNodeDecidesNothingAndNothingIsMissedAfterwards() {
        var deposit = watched.opened();
        node.pay(deposit.address(), WatchedDeposits.TEN_USDT);
        node.server().answering(503, "");
        watched.round();
        assertThat(watched.progress(deposit).version()).isEqualTo(1);
        watched.roundOfDue();
        assertThat(node.server().asked()).as("not asked again for a while").hasSize(1);

        node.recover();
        node.mine(50);
        watched.round();
        assertThat(payee.confirmed).hasSize(1);
    }

    @Test
    void aTransferWithdrawnByALaggingNodeIsCreditedLater() {
        var deposit = watched.opened();
        node.pay(deposit.address(), WatchedDeposits.TEN_USDT);
        watched.round();
        node.lagging(2);
        watched.round();
        assertThat(watched.transfers(deposit)).containsExactly(Transfer.State.WITHDRAWN);
        node.mine(3);
        watched.round();
        assertThat(payee.confirmed).hasSize(1);
        assertThat(watched.transfers(deposit)).containsExactly(Transfer.State.CREDITED);
    }

    @Test
    void aTransferThatTheEventsShowFortyBlocksLateIsCredited() {
        var deposit = watched.opened();
        watched.round();
        node.pay(deposit.address(), WatchedDeposits.TEN_USDT);
        node.lagging(40).mine(39);
        watched.round();
        node.lagging(0).mine(1);
        watched.round();
        assertThat(watched.transfers(deposit)).as("the poll has passed it").isEmpty();

        watched.check();
        assertThat(watched.transfers(deposit)).containsExactly(Transfer.State.CREDITED);
        assertThat(payee.confirmed).hasSize(1);
        watched.check();
        assertThat(payee.confirmed).hasSize(1);
    }

    @Test
    void aNodeThatDoesNotHaveTheNewestBlockIsReadAgain() {
        var deposit = watched.opened();
        watched.round();
        node.pay(deposit.address(), WatchedDeposits.TEN_USDT);
        node.balancedToLagging(40).mine(39);
        watched.round();
        assertThat(watched.transfers(deposit)).isEmpty();
        node.balancedToLagging(0);
        watched.round();
        assertThat(watched.transfers(deposit)).containsExactly(Transfer.State.CREDITED);
    }

    @Test
    void anAmountInUnitsOfTenToTheMinus18IsCountedExactly() {
        watched.watch(Network.BEP20, node.watcher(5));
        var deposit = watched.opened(Network.BEP20, Instant.ofEpochMilli(System.currentTimeMillis()));
        node.pay(deposit.address(), new BigInteger("10000000999999999999"), TestService.CLOCK.instant());
        node.mine(3);
        watched.round();
        assertThat(payee.confirmed)
                .singleElement()
                .satisfies(paid -> assertThat(paid.progress().paid()).isEqualTo(WatchedDeposits.TEN_USDT));
        assertThat(watched.deposits().transfers(deposit.key())).singleElement().satisfies(transfer -> {
            assertThat(transfer.units()).isEqualTo(new BigInteger("10000000999999999999"));
            assertThat(transfer.amount())
                    .isEqualTo(new MicroUsdt(WatchedDeposits.TEN_USDT, new BigInteger("999999999999")));
        });
    }

    @Test
    void anImpossibleAmountDoesNotAffectAnotherDeposit() {
        var impossible = watched.opened();
        var deposit = watched.opened();
        node.pay(impossible.address(), BigInteger.TWO.pow(200), TestService.CLOCK.instant());
        node.pay(deposit.address(), WatchedDeposits.TEN_USDT);
        node.mine(3);
        watched.round();
        assertThat(payee.confirmed)
                .singleElement()
                .satisfies(paid -> assertThat(paid.key()).isEqualTo(deposit.key()));
        assertThat(watched.progress(impossible).version()).isEqualTo(1);
    }

    @Test
    void aDepositThatIsNotDueIsNotWatched() {
        watched.opened();
        watched.round();
        var asked = node.server().asked().size();
        assertThat(watched.roundOfDue()).isFalse();
        assertThat(node.server().asked()).hasSize(asked);
    }

    @Test
    void aDepositIsWatchedByOneNodeUntilItsLeaseEnds() {
        var deposit = watched.opened();
        node.pay(deposit.address(), WatchedDeposits.TEN_USDT);
        node.mine(3);
        database.transaction(session -> session.sql("UPDATE crypto_deposit SET due_at = now() + interval '1 minute'")
                .run());
        watched.roundOfDue();
        assertThat(payee.confirmed).as("leased by another node").isEmpty();
        watched.round();
        assertThat(payee.confirmed).as("the lease has ended").hasSize(1);
    }

    @Test
    void anOlderReadingOfTheChainDoesNotUndoANewerOne() {
        var deposit = watched.opened();
        var looking = new CountDownLatch(1);
        var seen = new CountDownLatch(1);
        var chain = node.watcher(5);
        var slow = watched.watchBy(Network.ERC20, new ChainWatcher() {
            @Override
            public String name() {
                return "slow";
            }

            @Override
            public int addressesMax() {
                return 10;
            }

            @Override
            public List<ChainOutcome> scan(List<Watched> addresses) {
                var outcomes = chain.scan(addresses);
                looking.countDown();
                await(seen);
                return outcomes;
            }

            @Override
            public List<CheckOutcome> check(List<Account> accounts) {
                return chain.check(accounts);
            }
        });
        slow.round();
        await(looking);
        node.pay(deposit.address(), WatchedDeposits.TEN_USDT);
        watched.round();
        seen.countDown();
        slow.close();
        assertThat(watched.transfers(deposit)).containsExactly(Transfer.State.SEEN);
        assertThat(watched.progress(deposit).received()).isEqualTo(WatchedDeposits.TEN_USDT);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void everyNetworkThatTakesDepositsHasAWatch() {
        assertThat(watched.deposits().watches(payee, watched::review))
                .extracting(Work::name)
                .containsExactly(
                        "deposits-TRC20-test",
                        "deposit-checks-TRC20-test",
                        "deposits-ERC20-test",
                        "deposit-checks-ERC20-test",
                        "deposits-ERC20",
                        "deposit-checks-ERC20",
                        "deposits-BEP20-test",
                        "deposit-checks-BEP20-test");
    }
}
