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
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Matches entries. Debits are matched with payments of files, which report what became of them. Credits are matched with payins, in three steps that are each repeated without effect: the match, which no other entry can have; the
 * confirmation of the payin, if nothing else has paid it; and the end. A payin that was paid by a slip or by staff is proved by its entry, and
 * not paid again.
 */
final class EntryMatching implements Work {
    private static final Logger LOG = LoggerFactory.getLogger(EntryMatching.class);
    private static final Duration PAUSE = Duration.ofMillis(400);
    private static final Duration LEASE_OF_ROUND = Duration.ofSeconds(30);
    private static final int ROWS_MAX = 500;

    private final Database database;
    private final PayinFinder finder;
    private final Payins payins;
    private final Debits debits;
    private final PaymentProofs proofs;
    private final Clock clock;

    EntryMatching(
            Database database, PayinFinder finder, Payins payins, Debits debits, PaymentProofs proofs, Clock clock) {
        this.database = database;
        this.finder = finder;
        this.payins = payins;
        this.debits = debits;
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
        var due = database.transaction(session -> AccountEntryStore.claim(session, ROWS_MAX, LEASE_OF_ROUND));
        if (!due.isEmpty()) {
            process(due);
        }
        return due.size() == ROWS_MAX;
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
        var matched = database.transaction(session -> match(session, due));
        var ids = matched.stream().map(AccountEntry::id).collect(Collectors.toSet());
        var confirmed = confirm(matched);
        var done = new ArrayList<>(due.stream().filter(id -> !ids.contains(id)).toList());
        confirmed.forEach(entry -> done.add(entry.id()));
        database.transaction(session -> {
            proofs.prove(session, confirmed);
            AccountEntryStore.done(session, done);
            return done;
        });
    }

    /** The due entries that are or become the payment of a payin. */
    private List<AccountEntry> match(Session session, List<UUID> due) {
        var locked = AccountEntryStore.lock(session, due);
        var found = finder.find(session, locked);
        var now = clock.instant();
        AccountEntryStore.update(session, ofFiles(session, locked, now));
        var fresh = locked.stream()
                .filter(entry -> found.containsKey(entry.id()))
                .map(entry -> entry.paying(
                        Objects.requireNonNull(found.get(entry.id())).payin(), now))
                .toList();
        AccountEntryStore.update(session, fresh);
        var matched = new ArrayList<>(fresh);
        locked.stream().filter(EntryMatching::pays).forEach(matched::add);
        return matched;
    }

    /** The debits and the returns among these entries, as far as they change. */
    private List<AccountEntry> ofFiles(Session session, List<AccountEntry> locked, Instant now) {
        var open = locked.stream()
                .filter(entry -> entry.status() == AccountEntry.Status.OPEN && entry.reason() == null)
                .toList();
        var out = open.stream().filter(entry -> entry.amount() < 0).toList();
        var found = debits.take(session, out.stream().map(EntryMatching::debit).toList());
        var changed = new ArrayList<AccountEntry>();
        for (var entry : out) {
            var payment = found.get(entry.id());
            if (payment != null) {
                changed.add(as(entry, payment, now));
            } else if (entry.hint() == BankEntry.Hint.NONE) {
                changed.add(entry.because(AccountEntry.NOT_ORDERED, now));
            }
        }
        open.stream()
                .filter(entry -> entry.amount() > 0 && entry.isReturn() && Debits.namesPayment(session, entry.texts()))
                .forEach(entry -> changed.add(entry.because(AccountEntry.RETURNED, now)));
        return changed;
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
