package io.tical.server.crypto;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.crypto.DepositReconciliation.PollSchedule;
import io.tical.server.crypto.Deposits.UnallocatedTransfers;
import io.tical.server.key.TransactionKey;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.AuditEntry;
import io.tical.server.transaction.AuditEntry.Act;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records what polls and checks find, and notifies the payee. The payment of a deposit commits before the payee is notified, so a repeated
 * notification has the same values.
 */
record DepositResults(
        Database database, DepositPayee payee, UnallocatedTransfers unallocated, PollSchedule schedule, Clock clock) {
    private static final Logger LOG = LoggerFactory.getLogger(DepositResults.class);

    /** Reconciles a deposit with its recorded transfers. */
    interface Reconciled {
        DepositReconciliation.Result of(Scheduled scheduled, List<Transfer> recorded);
    }

    /**
     * Records a result. Returns the deposit afterwards, or nothing if the result is outdated.
     *
     * @param current whether the result is valid for the deposit as it is now
     */
    Optional<Deposit> take(TransactionKey key, Predicate<Deposit> current, Reconciled reconciled) {
        var recorded = database.transaction(session -> record(session, key, current, reconciled));
        recorded.filter(deposit -> deposit.progress().state() == Deposit.State.PAYING)
                .ifPresent(this::confirm);
        return recorded;
    }

    private Optional<Deposit> record(
            Session session, TransactionKey key, Predicate<Deposit> current, Reconciled reconciled) {
        var scheduled = DepositStore.lock(session, key).filter(now -> current.test(now.deposit()));
        if (scheduled.isEmpty()) {
            return Optional.empty();
        }
        var result = write(session, scheduled.get(), recorded -> reconciled.of(scheduled.get(), recorded));
        if (result.progress().state() == Deposit.State.WAITING
                && result.progress().received() > 0) {
            payee.received(session, result);
        }
        return Optional.of(result);
    }

    private Deposit write(
            Session session, Scheduled scheduled, Function<List<Transfer>, DepositReconciliation.Result> reconciled) {
        var key = scheduled.deposit().key();
        var recorded = TransferStore.proved(session, key);
        var decided = reconciled.apply(recorded);
        var named = named(session, key, recorded, decided.transfers());
        var result = named.isEmpty() ? decided : reconciled.apply(replaced(recorded, named));
        var changed = result.transfers().stream()
                .filter(transfer -> !recorded.contains(transfer))
                .toList();
        TransferStore.save(session, key, recorded, changed, clock.instant());
        DepositStore.update(session, result);
        tell(session, scheduled.deposit(), result.deposit());
        var left = changed.stream()
                .filter(transfer -> transfer.state() == Transfer.State.REVIEW)
                .sorted(Transfer.IN_ORDER)
                .collect(Collectors.partitioningBy(named::contains));
        left.forEach((because, transfers) -> {
            if (!transfers.isEmpty()) {
                unallocated.left(session, result.deposit(), transfers, because);
            }
        });
        return result.deposit();
    }

    /** What administrators are told of a difference, in the token's smallest units. */
    private record Differing(Network network, String address, String difference, Instant since) {}

    /** Tells administrators of a live deposit that may lack a transfer, once until a check explains its balance. */
    private void tell(Session session, Deposit before, Deposit after) {
        var key = after.key();
        var check = after.progress().check();
        if (!key.livemode() || !check.differs() || before.progress().check().differs()) {
            return;
        }
        var act = new Act(
                key.organizationId(),
                key.livemode(),
                "differ",
                "payin",
                key.id(),
                null,
                new Differing(
                        after.network(),
                        after.address(),
                        String.valueOf(check.difference()),
                        Objects.requireNonNull(check.differsSince())),
                null);
        AuditEntry.insertLater(
                session,
                Actor.SERVICE,
                act.ofControl(after.network() + " " + after.address())
                        .noting("The balance of the address is not what its transfers explain. Compare it with a block"
                                + " explorer: if it is too high, the provider hides a payment."),
                clock.instant());
    }

    /** The transfers that have enough confirmations now and whose transactions were recorded as other transfers, as unallocated funds. */
    private List<Transfer> named(Session session, TransactionKey key, List<Transfer> recorded, List<Transfer> decided) {
        var before = recorded.stream()
                .filter(transfer -> transfer.state().settled())
                .map(Transfer::event)
                .collect(Collectors.toSet());
        var settled = decided.stream()
                .filter(transfer -> transfer.state().settled() && !before.contains(transfer.event()))
                .toList();
        if (settled.isEmpty()) {
            return List.of();
        }
        var names = payee.named(
                session,
                settled.stream().map(transfer -> transfer.name(key.livemode())).collect(Collectors.toSet()));
        return settled.stream()
                .filter(transfer -> names.contains(transfer.name(key.livemode())))
                .map(Transfer::referred)
                .toList();
    }

    private static List<Transfer> replaced(List<Transfer> recorded, List<Transfer> by) {
        var events = by.stream().map(Transfer::event).collect(Collectors.toSet());
        return Stream.concat(recorded.stream().filter(transfer -> !events.contains(transfer.event())), by.stream())
                .toList();
    }

    private void confirm(Deposit deposit) {
        var verdict = payee.confirmed(deposit);
        LOG.info(
                "deposit {} on {}: {} micro-USDT, {}",
                deposit.key().id(),
                deposit.network(),
                deposit.progress().paid(),
                verdict);
        database.transaction(session -> {
            var now = DepositStore.lock(session, deposit.key()).orElseThrow();
            return now.deposit().progress().state() == Deposit.State.PAYING
                    ? write(
                            session,
                            now,
                            recorded -> DepositReconciliation.of(now, recorded, verdict, schedule, clock.instant()))
                    : now.deposit();
        });
    }
}
