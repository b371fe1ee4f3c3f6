package io.tical.server.suspense;

import io.tical.db.Session;
import io.tical.server.ledger.GroupOperation;
import io.tical.server.ledger.LockedWallets;
import io.tical.server.ledger.WalletKey;
import io.tical.server.payin.Payin;
import io.tical.server.payin.PayinCommand;
import io.tical.server.transaction.Changes;
import io.tical.server.transaction.EventWriter;
import io.tical.server.transaction.TransactionKey;
import java.util.List;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Executes commands on unallocated funds. Matched funds pay their payin in the same commit: the suspense posting is
 * reversed, and the payment is posted for the payin.
 */
final class SuspenseOperation implements GroupOperation<SuspenseCommand, SuspenseItem> {
    static final String OBJECT_TYPE = "suspense";

    private final GroupOperation<PayinCommand, Payin> payins;

    /** @param payins executes commands on payins */
    SuspenseOperation(GroupOperation<PayinCommand, Payin> payins) {
        this.payins = payins;
    }

    /** It conflicts with the payins' operation, because it changes payins. */
    @Override
    public boolean needsOwnTransaction() {
        return true;
    }

    @Override
    public Group<SuspenseCommand, SuspenseItem> begin(Session session, List<SuspenseCommand> commands) {
        var keys = commands.stream().map(SuspenseCommand::key).collect(Collectors.toCollection(TreeSet::new));
        var wallets = SuspenseStore.find(session, keys, false).stream()
                .filter(SuspenseItem::inJournal)
                .map(SuspenseItem::wallet)
                .collect(Collectors.toCollection(TreeSet::new));
        var payments = commands.stream()
                .map(command -> command instanceof SuspenseCommand.Dispose dispose ? dispose.payment() : null)
                .filter(Objects::nonNull)
                .<PayinCommand>map(payment -> payment)
                .toList();
        return new Commands(keys, wallets, payments.isEmpty() ? null : payins.begin(session, payments));
    }

    private static final class Commands implements Group<SuspenseCommand, SuspenseItem> {
        private final SortedSet<TransactionKey> keys;
        private final SortedSet<WalletKey> wallets;
        private final @Nullable Group<PayinCommand, Payin> payments;
        private @Nullable Changes<SuspenseItem> changes;

        Commands(
                SortedSet<TransactionKey> keys,
                SortedSet<WalletKey> wallets,
                @Nullable Group<PayinCommand, Payin> payments) {
            this.keys = keys;
            this.wallets = wallets;
            this.payments = payments;
            if (payments != null) {
                wallets.addAll(payments.wallets());
            }
        }

        @Override
        public SortedSet<WalletKey> wallets() {
            return wallets;
        }

        @Override
        public void lock(Session session) {
            changes = new Changes<>(OBJECT_TYPE, SuspenseStore.find(session, keys, true));
            if (payments != null) {
                payments.lock(session);
            }
        }

        @Override
        public SuspenseItem decide(SuspenseCommand command, LockedWallets locked) {
            var before = changes().seen(command);
            return switch (command) {
                case SuspenseCommand.Post post -> changes().apply(SuspenseRules.post(before, locked.now()), locked);
                case SuspenseCommand.Dispose dispose -> {
                    var payment = dispose.payment();
                    var payin = payment == null ? null : payments().current(payment);
                    var decision = SuspenseRules.dispose(before, dispose, payin, locked.now());
                    if (payment != null) {
                        payments().decide(payment, locked);
                    }
                    // Applied last: its postings are between system accounts and cannot be refused.
                    yield changes().apply(decision, locked);
                }
            };
        }

        @Override
        public SuspenseItem current(SuspenseCommand command) {
            return changes().get(command.key());
        }

        @Override
        public void write(Session session) {
            if (payments != null) {
                payments.write(session);
            }
            changes().write(session, SuspenseStore::update, EventWriter.NONE);
        }

        private Changes<SuspenseItem> changes() {
            return Objects.requireNonNull(changes);
        }

        private Group<PayinCommand, Payin> payments() {
            return Objects.requireNonNull(payments);
        }
    }
}
