package io.tical.server.crypto;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.crypto.ChainWatcher.Account;
import io.tical.server.crypto.ChainWatcher.ChainTransfer;
import io.tical.server.crypto.ChainWatcher.CheckOutcome;
import io.tical.server.key.TransactionKey;
import io.tical.server.work.DueTable;
import io.tical.server.work.DueWork;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks due addresses of one network: reads their final transfers again from the beginning and compares them with the balance, so that a
 * transfer that polls missed, because a service showed it late, is found. {@link CheckTimes} has the times.
 */
final class DepositChecking extends DueWork {
    private static final Duration PAUSE_LIVE = Duration.ofSeconds(10);
    private static final Duration PAUSE_TEST = Duration.ofSeconds(1);
    private static final Duration RETRY_AFTER = Duration.ofMinutes(1);
    private static final Duration CLOSES_WITHIN = Duration.ofSeconds(15);
    /** A check of addresses that are a month old takes minutes, and must not delay those of new ones. */
    private static final int IN_FLIGHT_MAX = 3;

    private static final Duration HELD_MAX_OF_CHECK = Duration.ofMinutes(30);

    private static final Logger LOG = LoggerFactory.getLogger(DepositChecking.class);

    private final Database database;
    private final Network network;
    private final ChainWatcher watcher;
    private final DepositResults results;

    DepositChecking(
            Database database, Network network, boolean livemode, ChainWatcher watcher, DepositResults results) {
        super(
                database,
                "deposit-checks-" + network.name() + (livemode ? "" : "-test"),
                "deposit",
                livemode ? PAUSE_LIVE : PAUSE_TEST,
                new DueTable(
                        "crypto_deposit",
                        "payin_id",
                        "check_at",
                        "network = '" + network.name() + "' AND livemode = " + livemode),
                new Limits(watcher.addressesMax(), IN_FLIGHT_MAX, IN_FLIGHT_MAX, HELD_MAX_OF_CHECK, CLOSES_WITHIN));
        this.database = database;
        this.network = network;
        this.watcher = watcher;
        this.results = results;
    }

    @Override
    public void stop() {
        watcher.close();
    }

    private record Claim(Deposit deposit, Account account) {}

    @Override
    protected CompletableFuture<Void> begin(List<TransactionKey> keys, long claimedAt) {
        var claims = database.run(session -> claims(session, keys));
        var outcomes = watcher.check(claims.stream().map(Claim::account).toList());
        if (outcomes.size() != claims.size()) {
            throw new IllegalStateException(
                    watcher.name() + " answers for " + outcomes.size() + " of " + claims.size());
        }
        var unavailable = new ArrayList<TransactionKey>();
        var wait = RETRY_AFTER;
        var reasons = new HashSet<String>();
        for (int i = 0; i < claims.size(); i++) {
            var deposit = claims.get(i).deposit();
            switch (outcomes.get(i)) {
                case CheckOutcome.Checked check -> isolate(deposit.key(), () -> take(deposit, check));
                case CheckOutcome.Unavailable none -> {
                    unavailable.add(deposit.key());
                    reasons.add(none.failure().why());
                    var retryAfter = none.failure().retryAfter();
                    wait = wait.compareTo(retryAfter) < 0 ? retryAfter : wait;
                }
            }
        }
        if (!unavailable.isEmpty()) {
            LOG.warn("{} deposits on {} could not be checked: {}", unavailable.size(), network, reasons);
            var until = results.clock().instant().plus(wait);
            database.transaction(session -> DepositStore.delayCheck(session, unavailable, until));
        }
        return CompletableFuture.completedFuture(null);
    }

    private static List<Claim> claims(Session session, List<TransactionKey> keys) {
        var deposits = DepositStore.find(session, keys);
        var recorded =
                TransferStore.of(session, deposits.stream().map(Deposit::key).toList());
        return deposits.stream()
                .map(deposit -> new Claim(
                        deposit,
                        new Account(
                                deposit.address(),
                                deposit.openedAt(),
                                deposit.requiredConfirmations(),
                                recorded.getOrDefault(deposit.key(), List.of()).stream()
                                        .filter(transfer -> transfer.state().settled())
                                        .map(DepositChecking::onChain)
                                        .toList(),
                                deposit.amount())))
                .toList();
    }

    private static ChainTransfer onChain(Transfer transfer) {
        return new ChainTransfer(
                transfer.txHash(),
                transfer.logIndex(),
                transfer.sender(),
                transfer.units(),
                transfer.block(),
                transfer.confirmations(),
                transfer.at());
    }

    private void take(Deposit claimed, CheckOutcome.Checked check) {
        for (var missed : check.missed()) {
            LOG.warn(
                    "deposit {} on {}: the check found transfer {} of block {}, which no poll had recorded as final",
                    claimed.key().id(),
                    network,
                    missed.txHash(),
                    missed.block());
        }
        if (check.difference().signum() != 0) {
            LOG.error(
                    "deposit {} on {}: the balance of {} differs by {} units from its transfers; {} does not show all of them",
                    claimed.key().id(),
                    network,
                    claimed.address(),
                    check.difference(),
                    watcher.name());
        }
        results.take(
                claimed.key(),
                now -> true,
                (scheduled, recorded) -> DepositReconciliation.of(
                        scheduled,
                        recorded,
                        check,
                        results.schedule(),
                        results.clock().instant()));
    }
}
