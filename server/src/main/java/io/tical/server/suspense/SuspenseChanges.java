package io.tical.server.suspense;

import io.tical.common.Ids;
import io.tical.db.Session;
import io.tical.server.ledger.GroupOperation;
import io.tical.server.ledger.LockedWallets;
import io.tical.server.ledger.Movement;
import io.tical.server.ledger.Posting;
import io.tical.server.ledger.WalletKey;
import io.tical.server.payin.Payin;
import io.tical.server.payin.PayinCommand;
import io.tical.server.problem.Problem;
import io.tical.server.suspense.SuspenseItem.Decision;
import io.tical.server.suspense.SuspenseStatus.Trigger;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.StateChange;
import io.tical.server.transaction.StateChanges;
import io.tical.server.transaction.TransactionKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Carries out what happens to money in suspense. What is matched pays its payin in the same commit: it leaves suspense the way
 * it came, and comes in again as the payin's.
 */
final class SuspenseChanges implements GroupOperation<SuspenseCommand, SuspenseItem> {
    static final String OBJECT_TYPE = "suspense";

    private final GroupOperation<PayinCommand, Payin> payins;

    /** @param payins carries out commands on payins */
    SuspenseChanges(GroupOperation<PayinCommand, Payin> payins) {
        this.payins = payins;
    }

    /** It changes payins, as the payins' own operation does. */
    @Override
    public boolean needsOwnTransaction() {
        return true;
    }

    @Override
    public Group<SuspenseCommand, SuspenseItem> begin(Session session, List<SuspenseCommand> commands) {
        var keys = commands.stream().map(SuspenseCommand::key).collect(Collectors.toSet());
        var wallets = SuspenseStore.find(session, keys, false).values().stream()
                .filter(SuspenseChanges::inJournal)
                .map(SuspenseItem::wallet)
                .collect(Collectors.toCollection(TreeSet::new));
        var payments = commands.stream()
                .map(command -> command instanceof SuspenseCommand.Dispose dispose ? dispose.payment() : null)
                .filter(Objects::nonNull)
                .<PayinCommand>map(payment -> payment)
                .toList();
        return new Changes(keys, wallets, payments.isEmpty() ? null : payins.begin(session, payments));
    }

    /** Payments of test payins are not in the journal; test payouts are, and so are their claims. */
    private static boolean inJournal(SuspenseItem item) {
        return item.key().livemode() || item.payment().claim();
    }

    private static final class Changes implements Group<SuspenseCommand, SuspenseItem> {
        private final Set<TransactionKey> keys;
        private final SortedSet<WalletKey> wallets;
        private final @Nullable Group<PayinCommand, Payin> payments;
        private final Map<TransactionKey, SuspenseItem> items = new HashMap<>();
        private final Map<TransactionKey, SuspenseItem> changed = new HashMap<>();
        private final List<StateChange> changes = new ArrayList<>();

        Changes(Set<TransactionKey> keys, SortedSet<WalletKey> wallets, @Nullable Group<PayinCommand, Payin> payments) {
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
            items.putAll(SuspenseStore.find(session, keys, true));
            if (payments != null) {
                payments.lock(session);
            }
        }

        @Override
        public SuspenseItem decide(SuspenseCommand command, LockedWallets locked) {
            var item = items.get(command.key());
            if (item == null) {
                throw Problem.NotFound.of(OBJECT_TYPE);
            }
            var now = switch (command) {
                case SuspenseCommand.Post post -> posted(item, locked);
                case SuspenseCommand.Dispose dispose -> disposed(item, dispose, locked);
            };
            items.put(now.key(), now);
            return now;
        }

        private SuspenseItem posted(SuspenseItem item, LockedWallets locked) {
            if (item.status() != SuspenseStatus.NOTED) {
                return item;
            }
            post(item, Posting.SUSPENSE_RECEIVE, locked);
            return transit(item, Trigger.POST, null, locked);
        }

        private SuspenseItem disposed(SuspenseItem item, SuspenseCommand.Dispose dispose, LockedWallets locked) {
            var reviewer = dispose.reviewer();
            var decided = item.decision();
            if (decided != null && decided.requestId().equals(reviewer.requestId())) {
                // Its commit had an open outcome, and this is its second run.
                return item;
            }
            var trigger = dispose.disposition().trigger();
            item.status().on(trigger);
            if (item.version() != reviewer.version()) {
                throw new Problem.Conflict(
                        "VERSION_CONFLICT", "Somebody changed this money since you saw it; look again and decide anew");
            }
            var payment = dispose.payment();
            if (payment != null) {
                Objects.requireNonNull(payments).decide(payment, locked);
            }
            post(item, item.payment().claim() ? ofClaim(dispose) : ofPayment(dispose), locked);
            var matched = payment == null ? null : payment.target().id();
            return transit(
                    item,
                    trigger,
                    new Decision(matched, reviewer.username(), reviewer.requestId(), reviewer.note()),
                    locked);
        }

        private static Posting ofPayment(SuspenseCommand.Dispose dispose) {
            return switch (dispose.disposition()) {
                case Disposition.Match match -> Posting.SUSPENSE_RELEASE;
                case Disposition.Return back -> Posting.SUSPENSE_RELEASE;
                case Disposition.Keep keep -> Posting.SUSPENSE_KEEP;
            };
        }

        private static Posting ofClaim(SuspenseCommand.Dispose dispose) {
            return switch (dispose.disposition()) {
                case Disposition.Match match -> throw new IllegalArgumentException("a claim pays no payin");
                case Disposition.Return back -> Posting.SUSPENSE_CLAIM_RETURN;
                case Disposition.Keep keep -> Posting.SUSPENSE_CLAIM_BEAR;
            };
        }

        private static void post(SuspenseItem item, Posting posting, LockedWallets locked) {
            if (inJournal(item)) {
                locked.post(
                        item.wallet(),
                        List.of(new Movement(
                                posting, item.payment().amount(), item.key().id())));
            }
        }

        private SuspenseItem transit(
                SuspenseItem item, Trigger trigger, @Nullable Decision decision, LockedWallets locked) {
            var transition = item.status().on(trigger);
            var key = item.key();
            changes.add(new StateChange(
                    key.organizationId(),
                    key.livemode(),
                    key.id(),
                    Ids.next(),
                    OBJECT_TYPE,
                    transition.from().word(),
                    transition.to().word(),
                    trigger.word(),
                    decision == null ? Actor.SYSTEM : Actor.staff(decision.by(), decision.requestId()),
                    decision == null ? null : decision.note(),
                    locked.now()));
            var now =
                    new SuspenseItem(key, item.payment(), transition.to(), decision, item.version() + 1, locked.now());
            changed.put(key, now);
            return now;
        }

        @Override
        public void write(Session session) {
            if (payments != null) {
                payments.write(session);
            }
            if (!changed.isEmpty()) {
                SuspenseStore.update(session, changed.values());
                StateChanges.insert(session, changes);
            }
        }
    }
}
