package io.tical.server.crypto;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.crypto.ChainWatcher.ChainOutcome;
import io.tical.server.crypto.ChainWatcher.Watched;
import io.tical.server.key.TransactionKey;
import io.tical.server.work.DueTable;
import io.tical.server.work.DueWork;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Polls due addresses of one network for new transfers.
 *
 * <p>A result is recorded only if nothing was recorded since its poll began, because an older view of the chain must
 * not overwrite a newer one.
 */
final class DepositWatch extends DueWork {
    private static final Duration PAUSE_LIVE = Duration.ofSeconds(1);
    private static final Duration PAUSE_TEST = Duration.ofMillis(500);
    private static final Duration RETRY_AFTER = Duration.ofSeconds(5);
    private static final Duration CLOSES_WITHIN = Duration.ofSeconds(15);

    private static final Logger LOG = LoggerFactory.getLogger(DepositWatch.class);

    private final Database database;
    private final Network network;
    private final ChainWatcher watcher;
    private final DepositResults results;

    DepositWatch(Database database, Network network, boolean livemode, ChainWatcher watcher, DepositResults results) {
        super(
                database,
                "deposits-" + network.name() + (livemode ? "" : "-test"),
                "deposit",
                livemode ? PAUSE_LIVE : PAUSE_TEST,
                new DueTable(
                        "crypto_deposit",
                        "payin_id",
                        "due_at",
                        "network = '" + network.name() + "' AND livemode = " + livemode),
                // One poll at a time: a watcher polls a batch of addresses in one call.
                new Limits(watcher.addressesMax(), 1, 1, HELD_MAX, CLOSES_WITHIN));
        this.database = database;
        this.network = network;
        this.watcher = watcher;
        this.results = results;
    }

    @Override
    public void stop() {
        watcher.close();
    }

    /** A claimed deposit with its query. */
    private record Claim(Deposit deposit, Watched watched) {}

    @Override
    protected CompletableFuture<Void> begin(List<TransactionKey> keys, long claimedAt) {
        var claims = database.run(session -> claims(session, keys));
        var outcomes = watcher.scan(claims.stream().map(Claim::watched).toList());
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
                case ChainOutcome.Scanned scan -> isolate(deposit.key(), () -> take(deposit, scan));
                case ChainOutcome.Unavailable none -> {
                    unavailable.add(deposit.key());
                    reasons.add(none.failure().why());
                    var retryAfter = none.failure().retryAfter();
                    wait = wait.compareTo(retryAfter) < 0 ? retryAfter : wait;
                }
            }
        }
        if (!unavailable.isEmpty()) {
            LOG.warn("{} deposits on {} could not be polled: {}", unavailable.size(), network, reasons);
            var until = results.clock().instant().plus(wait);
            database.transaction(session -> DepositStore.delay(session, unavailable, until));
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
                        new Watched(
                                deposit.address(),
                                deposit.openedAt(),
                                deposit.progress().cursor(),
                                deposit.requiredConfirmations(),
                                recorded.getOrDefault(deposit.key(), List.of()).stream()
                                        .filter(transfer -> transfer.state().settled())
                                        .map(Transfer::txHash)
                                        .collect(Collectors.toSet()),
                                deposit.amount())))
                .toList();
    }

    private void take(Deposit claimed, ChainOutcome.Scanned scan) {
        results.take(
                claimed.key(),
                now -> now.progress().version() == claimed.progress().version(),
                (scheduled, recorded) -> DepositReconciliation.of(
                        scheduled,
                        recorded,
                        scan,
                        results.schedule(),
                        results.clock().instant()));
    }
}
