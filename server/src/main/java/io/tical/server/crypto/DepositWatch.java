package io.tical.server.crypto;

import io.tical.db.Database;
import io.tical.db.DatabaseUnavailable;
import io.tical.db.Session;
import io.tical.server.rail.ChainOutcome;
import io.tical.server.rail.ChainWatcher;
import io.tical.server.rail.ChainWatcher.Watched;
import io.tical.server.transaction.TransactionKey;
import io.tical.server.work.Items;
import io.tical.server.work.Work;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at the addresses of one network when they are due, records what came, and tells whoever is paid.
 *
 * <p>A claim moves {@code due_at} one lease into the future, so whatever a node leaves undone when it dies is due again
 * then. A look may be done twice: what it saw is recorded only if nothing was recorded since it began, for an older picture of
 * the chain must not undo a newer one. That a deposit is paid commits before the payee is told, so it is told the same again.
 */
final class DepositWatch implements Work {
    private static final Duration PAUSE_LIVE = Duration.ofSeconds(1);
    private static final Duration PAUSE_TEST = Duration.ofMillis(500);
    private static final Duration AGAIN_AFTER_FAILURE = Duration.ofSeconds(5);

    private static final Logger LOG = LoggerFactory.getLogger(DepositWatch.class);

    private final Database database;
    private final Network network;
    private final boolean livemode;
    private final ChainWatcher watcher;
    private final DepositPayee payee;
    private final UnallocatedTransfers remainders;
    private final DepositReconciliation.Pace pace;
    private final Clock clock;
    private final Items<TransactionKey> items;

    DepositWatch(
            Database database,
            Network network,
            boolean livemode,
            ChainWatcher watcher,
            DepositPayee payee,
            UnallocatedTransfers remainders,
            DepositReconciliation.Pace pace,
            Clock clock) {
        this.database = database;
        this.network = network;
        this.livemode = livemode;
        this.watcher = watcher;
        this.payee = payee;
        this.remainders = remainders;
        this.pace = pace;
        this.clock = clock;
        this.items = new Items<>("deposit", this::delay);
    }

    @Override
    public String name() {
        return "deposits-" + network.name() + (livemode ? "" : "-test");
    }

    @Override
    public Duration pause() {
        return livemode ? PAUSE_LIVE : PAUSE_TEST;
    }

    @Override
    public void stop() {
        watcher.close();
    }

    /** A deposit that is claimed, and what to look for. */
    private record Claim(Deposit deposit, Watched watched) {}

    /** What was seen of a deposit. */
    private record Look(Deposit deposit, ChainOutcome outcome) {}

    @Override
    public boolean round() {
        var keys = database.transaction(
                session -> DepositStore.claim(session, network, livemode, LEASE, watcher.addressesMax()));
        var looks = look(keys);
        var unavailable = new ArrayList<TransactionKey>();
        var retryAt = clock.instant().plus(AGAIN_AFTER_FAILURE);
        var reasons = new HashSet<String>();
        for (var look : looks) {
            var deposit = look.deposit();
            switch (look.outcome()) {
                case ChainOutcome.Looked looked -> items.run(deposit.key(), () -> take(deposit, looked));
                case ChainOutcome.Unavailable none -> {
                    unavailable.add(deposit.key());
                    reasons.add(none.why());
                    retryAt = latest(retryAt, clock.instant().plus(none.retryAfter()));
                }
            }
        }
        if (!unavailable.isEmpty()) {
            LOG.warn("{} deposits on {} could not be looked at: {}", unavailable.size(), network, reasons);
            delay(unavailable, retryAt);
        }
        return keys.size() == watcher.addressesMax() && unavailable.isEmpty();
    }

    /** Looks for all of them at once; where that fails, for each by itself, so that the one at fault is found. */
    private List<Look> look(List<TransactionKey> keys) {
        if (keys.size() == 1) {
            var looks = new ArrayList<Look>();
            items.run(keys.getFirst(), () -> looks.addAll(lookAtOnce(keys)));
            return looks;
        }
        try {
            return lookAtOnce(keys);
        } catch (DatabaseUnavailable away) {
            throw away;
        } catch (RuntimeException failure) {
            LOG.debug("deposits on {} are looked at one by one", network, failure);
            return keys.stream().flatMap(key -> look(List.of(key)).stream()).toList();
        }
    }

    private List<Look> lookAtOnce(List<TransactionKey> keys) {
        if (keys.isEmpty()) {
            return List.of();
        }
        var claims = database.run(session -> claims(session, keys));
        var outcomes = watcher.look(claims.stream().map(Claim::watched).toList());
        if (outcomes.size() != claims.size()) {
            throw new IllegalStateException(
                    watcher.name() + " answers for " + outcomes.size() + " of " + claims.size());
        }
        var looks = new ArrayList<Look>();
        for (int i = 0; i < claims.size(); i++) {
            looks.add(new Look(claims.get(i).deposit(), outcomes.get(i)));
        }
        return looks;
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

    private static Instant latest(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    private boolean delay(TransactionKey key, Duration by) {
        delay(List.of(key), clock.instant().plus(by));
        return true;
    }

    private void delay(List<TransactionKey> keys, Instant until) {
        database.transaction(session -> {
            DepositStore.delay(session, keys, until);
            return until;
        });
    }

    private void take(Deposit claimed, ChainOutcome.Looked looked) {
        database.transaction(session -> record(session, claimed, looked))
                .filter(deposit -> deposit.progress().state() == Deposit.State.PAYING)
                .ifPresent(this::tell);
    }

    /** Writes what was seen; empty when something newer was written meanwhile. */
    private Optional<Deposit> record(Session session, Deposit claimed, ChainOutcome.Looked looked) {
        var deposit = DepositStore.lock(session, claimed.key())
                .filter(now -> now.progress().version() == claimed.progress().version());
        if (deposit.isEmpty()) {
            return deposit;
        }
        var recorded = recorded(session, claimed.key());
        var result = DepositReconciliation.of(deposit.get(), recorded, looked, pace, clock.instant());
        write(session, recorded, result);
        if (result.deposit().progress().state() == Deposit.State.WAITING
                && result.deposit().progress().received() > 0) {
            payee.received(session, result.deposit());
        }
        return Optional.of(result.deposit());
    }

    private static List<Transfer> recorded(Session session, TransactionKey key) {
        return TransferStore.of(session, List.of(key)).getOrDefault(key, List.of());
    }

    private void write(Session session, List<Transfer> recorded, DepositReconciliation.Result result) {
        var changed = result.transfers().stream()
                .filter(transfer -> !recorded.contains(transfer))
                .toList();
        if (!changed.isEmpty() && TransferStore.save(session, result.deposit().key(), changed) != changed.size()) {
            throw new IllegalStateException("a transfer is said to have come to two addresses");
        }
        DepositStore.update(session, result.deposit(), result.dueAt());
        var left = changed.stream()
                .filter(transfer -> transfer.state() == Transfer.State.REVIEW)
                .sorted(Transfer.IN_ORDER)
                .toList();
        if (!left.isEmpty()) {
            remainders.left(session, result.deposit(), left);
        }
    }

    private void tell(Deposit deposit) {
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
            var recorded = recorded(session, deposit.key());
            var result = DepositReconciliation.of(now, recorded, verdict, pace, clock.instant());
            write(session, recorded, result);
            return result.deposit();
        });
    }
}
