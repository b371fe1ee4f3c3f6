package io.tical.server.crypto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.common.Ids;
import io.tical.db.Database;
import io.tical.db.DatabaseSettings;
import io.tical.db.Databases;
import io.tical.db.TestDatabase;
import io.tical.server.crypto.DepositAddresses.Use;
import io.tical.server.key.TransactionKey;
import io.tical.server.problem.Problem;
import java.math.BigInteger;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Every deposit has an address of its own, and no number of a wallet is left out. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DepositAddressesTest {
    private static final String TRON =
            "xpub6D1AabNHCupeiLM65ZR9UStMhJ1vCpyV4XbZdyhMZBiJXALQtmn9p42VTQckoHVn8WNqS7dqnJokZHAHcHGoaQgmv8D45oNUKx6DZMNZBCd";
    private static final String ETHEREUM =
            "xpub6DCoCpSuQZB2jawqnGMEPS63ePKWkwWPH4TU45Q7LPXWuNd8TMtVxRrgjtEshuqpK3mdhaWHPFsBngh5GFZaM6si3yZdUsT8ddYM3PwnATt";

    private final DatabaseSettings settings = TestDatabase.settings();
    private Database database;
    private Deposits deposits;

    @BeforeAll
    void open() {
        database = Databases.open(settings);
    }

    @BeforeEach
    void empty() {
        TestDatabase.empty(settings, "crypto_source", "crypto_address", "crypto_deposit");
        var ethereum = AccountKey.parse(ETHEREUM);
        deposits = deposits(Map.of(
                Network.TRC20, live(AccountKey.parse(TRON)),
                Network.ERC20, live(ethereum),
                Network.BEP20, live(ethereum)));
    }

    @AfterAll
    void close() {
        database.close();
    }

    private static Networks.Live live(AccountKey key) {
        return new Networks.Live(key, new SimulatorChain(Clock.systemUTC(), BigInteger.ONE));
    }

    private Deposits deposits(Map<Network, Networks.Live> live) {
        var networks = new Networks(
                Network.TRC20, Map.of(Network.TRC20, 20, Network.ERC20, 7, Network.BEP20, 15), live, Clock.systemUTC());
        return new Deposits(database, networks, Duration.ofDays(30), Clock.systemUTC());
    }

    private Deposit opened(Network network, boolean livemode) {
        return database.transaction(session -> {
            var addresses = deposits.addresses(session, List.of(new Use(network, livemode)));
            var deposit = open(addresses, network, livemode);
            addresses.write();
            return deposit;
        });
    }

    private static Deposit open(DepositAddresses addresses, Network network, boolean livemode) {
        var now = Instant.ofEpochMilli(System.currentTimeMillis());
        return addresses.open(
                new TransactionKey(Ids.next(), livemode, Ids.next()), network, 1_000_000, now, now.plusSeconds(600));
    }

    private List<Long> indexes(String source) {
        return database.run(session -> session.sql(
                        "SELECT address_index FROM crypto_address WHERE source = :source ORDER BY address_index")
                .bind("source", source)
                .list(row -> row.number("address_index")));
    }

    @Test
    void theFirstDepositsHaveTheFirstAddressesOfTheWallet() {
        assertThat(opened(Network.TRC20, true).address()).isEqualTo("TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH");
        assertThat(opened(Network.TRC20, true).address()).isEqualTo("TSeJkUh4Qv67VNFwY8LaAxERygNdy6NQZK");
        assertThat(opened(Network.ERC20, true).address()).isEqualTo("0x9858EfFD232B4033E47d90003D41EC34EcaEda94");
    }

    @Test
    void networksThatShareAWalletShareNoAddress() {
        assertThat(opened(Network.ERC20, true).address()).isEqualTo("0x9858EfFD232B4033E47d90003D41EC34EcaEda94");
        assertThat(opened(Network.BEP20, true).address()).isEqualTo("0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0");
    }

    @Test
    void aTestAddressIsNoneThatAWalletWouldSendTo() {
        for (var network : Network.values()) {
            var address = opened(network, false).address();
            assertThat(address).isEqualTo("TEST-" + network + "-000000000000");
            for (var other : Network.values()) {
                assertThat(other.isAddress(address)).isFalse();
            }
        }
        assertThat(opened(Network.TRC20, false).address()).endsWith("1");
    }

    @Test
    void aDepositIsFoundAsItWasOpened() {
        var deposit = opened(Network.ERC20, true);
        assertThat(deposits.find(deposit.key())).contains(deposit);
        assertThat(deposit.requiredConfirmations()).isEqualTo(7);
        assertThat(opened(Network.BEP20, true).requiredConfirmations()).isEqualTo(15);
        assertThat(deposits.transfers(deposit.key())).isEmpty();

        var other = new TransactionKey(
                deposit.key().organizationId(), false, deposit.key().id());
        assertThat(deposits.find(other)).isEmpty();
        var found = deposits.find(List.of(deposit.key(), other));
        assertThat(found).containsOnlyKeys(deposit.key());
    }

    @Test
    void manyAtOnceGetAddressesWithoutGapsOrRepetition() throws Exception {
        var count = 200;
        try (var threads = Executors.newFixedThreadPool(8)) {
            threads.invokeAll(IntStream.range(0, count)
                            .<Callable<Deposit>>mapToObj(i -> () -> opened(Network.TRC20, i % 2 == 0))
                            .toList())
                    .forEach(future -> {
                        try {
                            future.get();
                        } catch (Exception e) {
                            throw new IllegalStateException(e);
                        }
                    });
        }
        var all = LongStream.range(0, count / 2).boxed().toList();
        assertThat(indexes("xpub:" + AccountKey.parse(TRON).fingerprint())).isEqualTo(all);
        assertThat(indexes("simulator:TRC20")).isEqualTo(all);
    }

    @Test
    void aDepositThatIsNotMadeAfterAllUsesNoNumber() {
        opened(Network.TRC20, true);
        assertThatThrownBy(() -> database.transaction(session -> {
                    var addresses = deposits.addresses(session, List.of(new Use(Network.TRC20, true)));
                    open(addresses, Network.TRC20, true);
                    addresses.write();
                    throw new IllegalStateException("called off");
                }))
                .hasMessage("called off");
        database.transaction(session -> {
            var addresses = deposits.addresses(session, List.of(new Use(Network.TRC20, true)));
            addresses.write();
            return addresses;
        });
        opened(Network.TRC20, true);
        assertThat(indexes("xpub:" + AccountKey.parse(TRON).fingerprint())).containsExactly(0L, 1L);
    }

    @Test
    void severalOfOneTransactionFollowEachOther() {
        var opened = database.transaction(session -> {
            var addresses = deposits.addresses(
                    session,
                    List.of(
                            new Use(Network.ERC20, true),
                            new Use(Network.TRC20, true),
                            new Use(Network.TRC20, false),
                            new Use(Network.BEP20, true)));
            var list = List.of(
                    open(addresses, Network.ERC20, true),
                    open(addresses, Network.TRC20, false),
                    open(addresses, Network.BEP20, true),
                    open(addresses, Network.TRC20, true));
            addresses.write();
            return list;
        });
        assertThat(opened)
                .extracting(Deposit::address)
                .containsExactly(
                        "0x9858EfFD232B4033E47d90003D41EC34EcaEda94",
                        "TEST-TRC20-000000000000",
                        "0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0",
                        "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH");
        opened.forEach(deposit -> assertThat(deposits.find(deposit.key())).contains(deposit));
    }

    @Test
    void aWalletThatComesBackGoesOnWhereItStopped() {
        opened(Network.TRC20, true);
        deposits = deposits(Map.of(Network.TRC20, live(AccountKey.parse(ETHEREUM))));
        assertThat(opened(Network.TRC20, true).address())
                .startsWith("T")
                .isNotEqualTo("TSeJkUh4Qv67VNFwY8LaAxERygNdy6NQZK");
        deposits = deposits(Map.of(Network.TRC20, live(AccountKey.parse(TRON))));
        assertThat(opened(Network.TRC20, true).address()).isEqualTo("TSeJkUh4Qv67VNFwY8LaAxERygNdy6NQZK");
    }

    @Test
    void aNetworkWithoutAWalletTakesTestDepositsAlone() {
        deposits = deposits(Map.of());
        for (var network : Network.values()) {
            assertThat(opened(network, false).address()).startsWith("TEST-");
            assertThatThrownBy(() -> opened(network, true))
                    .isInstanceOfSatisfying(
                            Problem.Refused.class,
                            problem -> assertThat(problem.code()).isEqualTo("NETWORK_DISABLED"));
        }
    }

    @Test
    void aRequestMayNameANetworkThatExistsOrNone() {
        var networks = deposits.networks();
        assertThat(networks.named(null)).isEqualTo(Network.TRC20);
        assertThat(networks.named("BEP20")).isEqualTo(Network.BEP20);
        for (var unknown : List.of("", "SOL", "trc20", "TRC20 ")) {
            assertThatThrownBy(() -> networks.named(unknown))
                    .isInstanceOfSatisfying(
                            Problem.Invalid.class,
                            problem -> assertThat(problem.errors())
                                    .singleElement()
                                    .isEqualTo(new Problem.FieldError(
                                            "network", "unknown", "must be one of TRC20, ERC20, BEP20")));
        }
    }
}
