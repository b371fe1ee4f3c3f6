package io.tical.server.crypto;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.crypto.DepositReconciliation.PollSchedule;
import io.tical.server.key.TransactionKey;
import io.tical.server.work.Work;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The use cases of crypto deposits.
 *
 * @param kept how long an address is polled after its creation
 */
public record Deposits(Database database, Networks networks, Duration kept, Clock clock) {
    /** The polling interval while a payment is expected: about a block. */
    private static final Duration INTERVAL_LIVE = Duration.ofSeconds(10);

    /** More would be the fault of a provider, which the health check shows. */
    private static final int DIFFERING_MAX = 1_000;

    private static final Duration INTERVAL_TEST = Duration.ofSeconds(1);

    /**
     * Assigns addresses, in the transaction that creates their payins.
     *
     * @throws io.tical.server.problem.Problem.Refused {@code NETWORK_DISABLED} when deposits on one of the networks are
     *     disabled
     */
    public DepositAddresses addresses(Session session, Collection<DepositAddresses.Use> uses) {
        return new DepositAddresses(session, networks, uses);
    }

    public Optional<Deposit> find(TransactionKey key) {
        return Optional.ofNullable(find(List.of(key)).get(key));
    }

    /** The deposits of these payins; payins of other channels have none. */
    public Map<TransactionKey, Deposit> find(Collection<TransactionKey> keys) {
        return keys.isEmpty()
                ? Map.of()
                : database.run(session -> DepositStore.find(session, keys)).stream()
                        .collect(Collectors.toMap(Deposit::key, Function.identity()));
    }

    /** The live payins whose deposits may lack a transfer, at most {@link #DIFFERING_MAX}. */
    public Set<UUID> differing() {
        return database.run(session -> DepositStore.differing(session, DIFFERING_MAX)).stream()
                .map(one -> one.key().id())
                .collect(Collectors.toSet());
    }

    /** All transfers to the address of a deposit, oldest first. */
    public List<Transfer> transfers(TransactionKey key) {
        return database.run(session -> TransferStore.of(session, key));
    }

    /**
     * A deposit and all transfers to its address.
     *
     * @param transfers oldest first, including those that the chain has dropped
     */
    public record Received(Deposit deposit, List<Transfer> transfers) {}

    /** A deposit with its transfers. */
    public Optional<Received> received(TransactionKey key) {
        return database.run(session -> DepositStore.shown(session, key)
                .map(deposit -> new Received(deposit, TransferStore.shown(session, key))));
    }

    /** The times of the last changes of these deposits' transfers; deposits without transfers have no entry. */
    public Map<TransactionKey, Instant> changed(Session session, Collection<TransactionKey> keys) {
        return TransferStore.changed(session, keys);
    }

    /** Changes the expiry of a deposit. */
    public void expires(Session session, TransactionKey key, Instant at) {
        DepositStore.expires(session, key, at);
    }

    /** Records transfers that pay no deposit. */
    public interface UnallocatedTransfers {
        /**
         * Records transfers that were late, exceeded the payment, or did not cover it.
         *
         * @param session the transaction that records it
         * @param transfers in {@link Transfer.State#REVIEW}, oldest first; related ones in one call
         * @param named whether they were left because their transactions were recorded as other transfers
         */
        void left(Session session, Deposit deposit, List<Transfer> transfers, boolean named);
    }

    /** The background work that finds transfers, for each enabled network. */
    public List<Work> watches(DepositPayee payee, UnallocatedTransfers unallocated) {
        var watches = new ArrayList<Work>();
        for (var network : Network.values()) {
            for (var livemode : new boolean[] {false, true}) {
                networks.watcher(network, livemode).ifPresent(watcher -> {
                    var results = results(livemode, payee, unallocated);
                    watches.add(new DepositWatch(database, network, livemode, watcher, results));
                    watches.add(new DepositChecking(database, network, livemode, watcher, results));
                });
            }
        }
        return watches;
    }

    DepositResults results(boolean livemode, DepositPayee payee, UnallocatedTransfers unallocated) {
        var schedule = new PollSchedule(livemode ? INTERVAL_LIVE : INTERVAL_TEST, kept);
        return new DepositResults(database, payee, unallocated, schedule, clock);
    }
}
