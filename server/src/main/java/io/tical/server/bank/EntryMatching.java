package io.tical.server.bank;

import io.tical.db.Database;
import io.tical.db.DatabaseUnavailable;
import io.tical.db.Session;
import io.tical.server.bank.AccountEntry.Match;
import io.tical.server.bankfile.BankEntry;
import io.tical.server.key.TransactionKey;
import io.tical.server.payin.PaidPayins;
import io.tical.server.payin.PayinAction.Receipt;
import io.tical.server.payin.Payins;
import io.tical.server.paymentfile.Debits;
import io.tical.server.paymentfile.Debits.Debit;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.EventType;
import io.tical.server.work.Work;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Matches entries, in three steps that are each repeated without effect: the match, which no other entry can have; what follows from it; and
 * the end. Credits are matched with payins and confirm them. A payin that was paid by a slip or by staff is proved by its entry, and not paid
 * again. Debits are matched with payments of files, which report what became of them, and with other transfers, whose delivery is reported. A
 * credit that names a payment of a file gave it back, which a person decides.
 */
final class EntryMatching implements Work {
    private static final Logger LOG = LoggerFactory.getLogger(EntryMatching.class);
    private static final Duration PAUSE = Duration.ofMillis(400);
    private static final Duration LEASE_OF_ROUND = Duration.ofSeconds(30);
    private static final int ROWS_MAX = 500;
    private static final Duration LOOKED_AT_AGAIN = Duration.ofSeconds(15);

    private final Database database;
    private final PayinFinder finder;
    private final Payins payins;
    private final Debits debits;
    private final OrderedTransfers transfers;
    private final PaymentProofs proofs;
    private final Clock clock;

    EntryMatching(
            Database database,
            PayinFinder finder,
            Payins payins,
            Debits debits,
            OrderedTransfers transfers,
            PaymentProofs proofs,
            Clock clock) {
        this.database = database;
        this.finder = finder;
        this.payins = payins;
        this.debits = debits;
        this.transfers = transfers;
        this.proofs = proofs;
        this.clock = clock;
    }

    @Override
    public String name() {
        return "bank entries";
    }

    @Override
    public Duration pause() {
        return PAUSE;
    }

    @Override
    public boolean round() {
        var due = database.run(session -> AccountEntryStore.claim(session, ROWS_MAX, LEASE_OF_ROUND));
        if (!due.isEmpty()) {
            process(due);
        }
        return due.size() == ROWS_MAX;
    }

    /** Looks again at debits that nobody knew, because staff report transfers after the bank does. */
    Work again() {
        return new Work.Repeated("unknown debits", LOOKED_AT_AGAIN, () -> {
            var ids = database.run(session -> AccountEntryStore.unknownDebits(
                    session, List.of(AccountEntry.NOT_ORDERED, AccountEntry.MAY_BE_TRANSFER), ROWS_MAX));
            if (!ids.isEmpty()) {
                var found = transfers.find(database.run(session -> AccountEntryStore.find(session, ids)));
                database.transaction(session -> {
                    var unknown = AccountEntryStore.lock(session, found.keySet()).stream()
                            .filter(OrderedTransfers::mayBeTransfer)
                            .toList();
                    var changed = ordered(session, unknown, found, clock.instant()).stream()
                            .filter(entry -> entry.status() == AccountEntry.Status.MATCHED)
                            .toList();
                    AccountEntryStore.update(session, changed);
                    AccountEntryStore.due(
                            session, changed.stream().map(AccountEntry::id).toList());
                    return changed;
                });
            }
            return false;
        });
    }

    /** Processes entries together; if that fails, each by itself, so that one that was altered keeps no other. */
    private void process(List<UUID> due) {
        try {
            finish(due);
        } catch (DatabaseUnavailable away) {
            throw away;
        } catch (RuntimeException failure) {
            if (due.size() == 1) {
                LOG.warn("bank entry {} could not be matched; it is tried again", due.getFirst(), failure);
            } else {
                due.forEach(one -> process(List.of(one)));
            }
        }
    }

    private void finish(List<UUID> due) {
        var found = transfers.find(database.run(session -> AccountEntryStore.find(session, due)));
        var matched = database.transaction(session -> match(session, due, found));
        var ids = matched.stream().map(AccountEntry::id).collect(Collectors.toSet());
        var confirmed = confirm(matched.stream().filter(EntryMatching::pays).toList());
        report(matched.stream().filter(entry -> !pays(entry)).toList());
        var done = new ArrayList<>(due.stream().filter(id -> !ids.contains(id)).toList());
        matched.stream().filter(entry -> !pays(entry)).forEach(entry -> done.add(entry.id()));
        confirmed.forEach(entry -> done.add(entry.id()));
        database.transaction(session -> {
            proofs.prove(session, confirmed);
            AccountEntryStore.done(session, done);
            return done;
        });
    }

    /** The due entries that are or become the payment of a payin, or a transfer. */
    private List<AccountEntry> match(
            Session session, List<UUID> due, Map<UUID, OrderedTransfers.Found> transfersFound) {
        var locked = AccountEntryStore.lock(session, due);
        var now = clock.instant();
        var changed = debitsAndReturns(session, locked, transfersFound, now);
        AccountEntryStore.update(session, changed);
        var taken = changed.stream().map(AccountEntry::id).collect(Collectors.toSet());
        var left = locked.stream().filter(entry -> !taken.contains(entry.id())).toList();
        var found = finder.find(session, left);
        var fresh = left.stream()
                .filter(entry -> found.containsKey(entry.id()))
                .map(entry -> entry.paying(
                        Objects.requireNonNull(found.get(entry.id())).payin(), now))
                .toList();
        AccountEntryStore.update(session, fresh);
        return Stream.of(fresh, changed, locked)
                .flatMap(List::stream)
                .filter(entry -> pays(entry) || isTransfer(entry))
                .toList();
    }

    /** The debits and the returns among these entries, as far as they change. */
    private List<AccountEntry> debitsAndReturns(
            Session session, List<AccountEntry> locked, Map<UUID, OrderedTransfers.Found> transfersFound, Instant now) {
        var open = locked.stream()
                .filter(entry -> entry.status() == AccountEntry.Status.OPEN && entry.reason() == null)
                .toList();
        var out = open.stream().filter(entry -> entry.amount() < 0).toList();
        var found = debits.take(session, out.stream().map(EntryMatching::debit).toList());
        var changed = new ArrayList<AccountEntry>();
        var others = new ArrayList<AccountEntry>();
        for (var entry : out) {
            var payment = found.get(entry.id());
            if (payment == null) {
                others.add(entry);
            } else {
                changed.add(as(entry, payment, now));
            }
        }
        changed.addAll(ordered(session, others, transfersFound, now));
        open.stream()
                .filter(entry -> entry.amount() > 0 && Debits.namesPayment(session, entry.texts()))
                .forEach(entry -> changed.add(entry.because(AccountEntry.RETURNED, now)));
        return changed;
    }

    /** These open debits as the transfers that were found, as far as they change. */
    private static List<AccountEntry> ordered(
            Session session, List<AccountEntry> open, Map<UUID, OrderedTransfers.Found> found, Instant now) {
        var proofs = open.stream()
                .flatMap(entry -> found.get(entry.id()) instanceof OrderedTransfers.Found.Transfer(var proof)
                        ? Stream.of(proof)
                        : Stream.empty())
                .toList();
        var proved = TransferProofStore.insert(session, proofs).stream()
                .collect(Collectors.toMap(TransferProof::entryId, Function.identity()));
        var changed = new ArrayList<AccountEntry>();
        for (var entry : open) {
            var proof = proved.get(entry.id());
            if (proof != null) {
                changed.add(entry.with(AccountEntry.Status.MATCHED, null, proof.match(), null, now));
            } else {
                var why = why(entry, found.get(entry.id()));
                if (why != null && !why.equals(entry.reason())) {
                    changed.add(entry.because(why, now));
                }
            }
        }
        return changed;
    }

    /** Why people decide on a debit; null if the bank says what it is. */
    private static @Nullable String why(AccountEntry entry, OrderedTransfers.@Nullable Found found) {
        return switch (found) {
            case null -> entry.hint() == BankEntry.Hint.NONE ? AccountEntry.NOT_ORDERED : null;
            case OrderedTransfers.Found.Doubt(var reason) -> reason;
            // Another entry became it at the same time.
            case OrderedTransfers.Found.Transfer _ -> Debits.Why.PAID_TWICE.word();
        };
    }

    /** Reports the delivery of the transfers that entries are. */
    private void report(List<AccountEntry> matched) {
        var byEntry =
                matched.stream().collect(Collectors.toMap(AccountEntry::id, Function.identity(), (one, _) -> one));
        database.run(session -> TransferProofStore.ofEntries(session, byEntry.keySet()))
                .forEach(proof -> transfers.report(Objects.requireNonNull(byEntry.get(proof.entryId())), proof));
    }

    private static Debit debit(AccountEntry entry) {
        return new Debit(
                entry.id(),
                entry.accountId(),
                entry.livemode(),
                entry.booked(),
                Math.negateExact(entry.amount()),
                entry.texts(),
                entry.partyAccount());
    }

    private static AccountEntry as(AccountEntry entry, Debits.Found found, Instant now) {
        return switch (found) {
            case Debits.Found.Payment(var subject, var transaction) -> {
                var type = subject == EventType.Subject.PAYOUT
                        ? AccountEntry.MatchType.PAYOUT
                        : AccountEntry.MatchType.SETTLEMENT;
                yield entry.with(AccountEntry.Status.MATCHED, null, new Match(type, transaction), null, now);
            }
            case Debits.Found.OfFile(var file) ->
                entry.with(
                        AccountEntry.Status.MATCHED,
                        null,
                        new Match(
                                AccountEntry.MatchType.PAYMENT_FILE, TransactionKey.ofService(entry.livemode(), file)),
                        null,
                        now);
            case Debits.Found.Doubt(var why) -> entry.because(why.word(), now);
        };
    }

    private static boolean pays(AccountEntry entry) {
        return entry.match() != null && entry.match().type() == AccountEntry.MatchType.PAYIN;
    }

    private static boolean isTransfer(AccountEntry entry) {
        var match = entry.match();
        return match != null
                && (match.type() == AccountEntry.MatchType.PAYOUT || match.type() == AccountEntry.MatchType.SETTLEMENT);
    }

    /** Confirms the payins at the same time, so that they share groups; returns the entries that need nothing more. */
    private List<AccountEntry> confirm(List<AccountEntry> matched) {
        var done = new ArrayList<AccountEntry>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var tasks = matched.stream()
                    .map(entry -> threads.submit(() -> confirm(entry)))
                    .toList();
            for (int i = 0; i < tasks.size(); i++) {
                var entry = matched.get(i);
                try {
                    done.add(tasks.get(i).get());
                } catch (ExecutionException e) {
                    // It stays due.
                    LOG.warn("bank entry {} was not confirmed", entry.id(), e.getCause());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return done;
    }

    /** The entry afterwards: the payment of its payin, or open again because the payin refuses payments. */
    private AccountEntry confirm(AccountEntry entry) {
        var payin = Objects.requireNonNull(entry.match()).transaction();
        try {
            payins.confirm(payin, new Receipt(entry.amount(), entry.reference()), Actor.SYSTEM, null);
            return entry;
        } catch (Problem.Conflict refused) {
            if (PaidPayins.isPaid(payins.reads().get(payin))) {
                return entry;
            }
            return database.transaction(session -> {
                var locked =
                        AccountEntryStore.lock(session, List.of(entry.id())).getFirst();
                var open =
                        locked.with(AccountEntry.Status.OPEN, AccountEntry.PAYIN_REFUSED, null, null, clock.instant());
                AccountEntryStore.update(session, List.of(open));
                return open;
            });
        }
    }
}
