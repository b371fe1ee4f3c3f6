package io.tical.server.crypto;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.crypto.DepositReconciliation.PollSchedule;
import io.tical.server.crypto.Deposits.UnallocatedTransfers;
import io.tical.server.rail.ChainWatcher;
import io.tical.server.rail.ChainWatcher.ChainOutcome;
import io.tical.server.rail.ChainWatcher.Watched;
import io.tical.server.transaction.TransactionKey;
import io.tical.server.work.DueTable;
import io.tical.server.work.DueWork;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Polls due addresses of one network, records their transfers, and notifies the payee.
 *
 * <p>A result is recorded only if nothing was recorded since its poll began, because an older view of the chain must
 * not overwrite a newer one. The payment of a deposit commits before the payee is notified, so a repeated notification
 * has the same values.
 */
final class DepositWatch extends DueWork {
    /** The polling interval while a payment is expected: about a block. */
    private static final Duration INTERVAL_LIVE = Duration.ofSeconds(10);

    private static final Duration INTERVAL_TEST = Duration.ofSeconds(1);
    private static final Duration PAUSE_LIVE = Duration.ofSeconds(1);
    private static final Duration PAUSE_TEST = Duration.ofMillis(500);
    private static final Duration RETRY_AFTER = Duration.ofSeconds(5);
    private static final Duration CLOSES_WITHIN = Duration.ofSeconds(15);

    private static final Logger LOG = LoggerFactory.getLogger(DepositWatch.class);

    private final Database database;
    private final Network network;
    private final ChainWatcher watcher;
    private final DepositPayee payee;
    private final UnallocatedTransfers unallocated;
    private final PollSchedule schedule;
    private final Clock clock;

    DepositWatch(
            Deposits deposits,
            Network network,
            boolean livemode,
            ChainWatcher watcher,
            DepositPayee payee,
            UnallocatedTransfers unallocated) {
        super(
                deposits.database(),
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
        this.database = deposits.database();
        this.network = network;
        this.watcher = watcher;
        this.payee = payee;
        this.unallocated = unallocated;
        this.schedule = new PollSchedule(livemode ? INTERVAL_LIVE : INTERVAL_TEST, deposits.kept());
        this.clock = deposits.clock();
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
            var until = clock.instant().plus(wait);
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
        database.transaction(session -> record(session, claimed, scan))
                .filter(deposit -> deposit.progress().state() == Deposit.State.PAYING)
                .ifPresent(this::confirm);
    }

    /** Writes the result of a poll; empty when a newer one was written concurrently. */
    private Optional<Deposit> record(Session session, Deposit claimed, ChainOutcome.Scanned scan) {
        var deposit = DepositStore.lock(session, claimed.key())
                .filter(now -> now.progress().version() == claimed.progress().version());
        if (deposit.isEmpty()) {
            return deposit;
        }
        var recorded = TransferStore.proved(session, claimed.key());
        var result = DepositReconciliation.of(deposit.get(), recorded, scan, schedule, clock.instant());
        write(session, recorded, result);
        if (result.deposit().progress().state() == Deposit.State.WAITING
                && result.deposit().progress().received() > 0) {
            payee.received(session, result.deposit());
        }
        return Optional.of(result.deposit());
    }

    private void write(Session session, List<Transfer> recorded, DepositReconciliation.Result result) {
        var changed = result.transfers().stream()
                .filter(transfer -> !recorded.contains(transfer))
                .toList();
        TransferStore.save(session, result.deposit().key(), recorded, changed, clock.instant());
        DepositStore.update(session, result);
        var left = changed.stream()
                .filter(transfer -> transfer.state() == Transfer.State.REVIEW)
                .sorted(Transfer.IN_ORDER)
                .toList();
        if (!left.isEmpty()) {
            unallocated.left(session, result.deposit(), left);
        }
    }

    private void confirm(Deposit deposit) {
        var verdict = payee.confirmed(deposit);
        LOG.info(
                "deposit {} on {}: {} micro-USDT, {}",
                deposit.key().id(),
                network,
                deposit.progress().paid(),
                verdict);
        database.transaction(session -> {
            var now = DepositStore.lock(session, deposit.key()).orElseThrow();
            if (now.progress().state() != Deposit.State.PAYING) {
                return now;
            }
            var recorded = TransferStore.proved(session, deposit.key());
            var result = DepositReconciliation.of(now, recorded, verdict, schedule, clock.instant());
            write(session, recorded, result);
            return result.deposit();
        });
    }
}
