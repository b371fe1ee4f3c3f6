package io.tical.server.crypto;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.Ids;
import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.crypto.DepositAddresses.Use;
import io.tical.server.crypto.DepositPayee.Verdict;
import io.tical.server.key.TransactionKey;
import io.tical.server.rail.TransferName;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.function.Function;

/** Deposits of ten USDT to a chain on loopback, which a watch reads in rounds. */
final class WatchedDeposits implements AutoCloseable {
    static final long TEN_USDT = 10_000_000;

    private static final String ETHEREUM =
            "xpub6DCoCpSuQZB2jawqnGMEPS63ePKWkwWPH4TU45Q7LPXWuNd8TMtVxRrgjtEshuqpK3mdhaWHPFsBngh5GFZaM6si3yZdUsT8ddYM3PwnATt";

    final EvmNode node;
    final Payee payee = new Payee();
    /** The transfers that the watch left to staff. */
    final List<Transfer> reviewed = new CopyOnWriteArrayList<>();

    private final Database database;
    private Deposits deposits;
    private DepositWatch watch;
    private DepositChecking checking;
    private final Clock clock;

    /** Records its calls. */
    static final class Payee implements DepositPayee {
        final List<Long> received = new CopyOnWriteArrayList<>();
        final List<Deposit> confirmed = new CopyOnWriteArrayList<>();
        volatile Function<Deposit, Verdict> answer = deposit -> Verdict.TAKEN;

        @Override
        public void received(Session session, Deposit deposit) {
            received.add(deposit.progress().received());
        }

        /** Transactions that people have recorded as other transfers. */
        final Set<TransferName> named = new CopyOnWriteArraySet<>();

        @Override
        public Set<TransferName> named(Session session, Collection<TransferName> transactions) {
            var known = new HashSet<>(transactions);
            known.retainAll(named);
            return known;
        }

        @Override
        public Verdict confirmed(Deposit deposit) {
            confirmed.add(deposit);
            return answer.apply(deposit);
        }
    }

    WatchedDeposits(Database database) {
        this(database, Clock.systemUTC(), 1);
    }

    /**
     * @param clock of the service and the chain
     * @param seed of what is random about the chain
     */
    WatchedDeposits(Database database, Clock clock, long seed) {
        this.database = database;
        this.clock = clock;
        node = new EvmNode(200, seed).timedBy(clock);
        deposits = deposits(Network.ERC20, node.watcher(5));
        watch = watchBy(Network.ERC20, node.watcher(5));
        checking = checkingBy(Network.ERC20, node.watcher(5));
    }

    void review(Session session, Deposit deposit, List<Transfer> transfers, boolean named) {
        assertThat(transfers).extracting(Transfer::state).containsOnly(Transfer.State.REVIEW);
        reviewed.addAll(transfers);
    }

    /** Watches a network with a node. */
    void watch(Network network, ChainWatcher watcher) {
        deposits = deposits(network, watcher);
        watch = watchBy(network, watcher);
        checking = checkingBy(network, watcher);
    }

    private Deposits deposits(Network network, ChainWatcher watcher) {
        var live = Map.of(network, new Networks.Live(AccountKey.parse(ETHEREUM), watcher));
        var networks = new Networks(network, Map.of(network, 3), live, Clock.systemUTC());
        return new Deposits(database, networks, Duration.ofDays(30), clock);
    }

    /** A watch of the same deposits by another node. */
    DepositWatch watchBy(Network network, ChainWatcher watcher) {
        return new DepositWatch(database, network, true, watcher, deposits.results(true, payee, this::review));
    }

    private DepositChecking checkingBy(Network network, ChainWatcher watcher) {
        return new DepositChecking(database, network, true, watcher, deposits.results(true, payee, this::review));
    }

    Deposit opened() {
        return opened(Network.ERC20, clock.instant().truncatedTo(ChronoUnit.MILLIS));
    }

    Deposit opened(Network network, Instant at) {
        return database.transaction(session -> {
            var addresses = deposits.addresses(session, List.of(new Use(network, true)));
            var key = new TransactionKey(Ids.next(), true, Ids.next());
            var deposit = addresses.open(key, network, TEN_USDT, at, at.plusSeconds(600));
            addresses.write();
            return deposit;
        });
    }

    /** Watches all deposits. */
    void round() {
        database.run(session -> session.sql("UPDATE crypto_deposit SET due_at = now() - interval '1 second'")
                .run());
        roundOfDue();
    }

    /** Watches the deposits that are due; returns whether more may be due. */
    boolean roundOfDue() {
        var more = watch.round();
        watch.close();
        return more;
    }

    /** Checks all deposits. */
    void check() {
        database.run(session -> session.sql("UPDATE crypto_deposit SET check_at = now() - interval '1 second'")
                .run());
        checking.round();
        checking.close();
    }

    Deposit.Progress progress(Deposit deposit) {
        return deposits.find(deposit.key()).orElseThrow().progress();
    }

    List<Transfer.State> transfers(Deposit deposit) {
        return deposits.transfers(deposit.key()).stream().map(Transfer::state).toList();
    }

    Deposits deposits() {
        return deposits;
    }

    @Override
    public void close() {
        node.close();
    }
}
