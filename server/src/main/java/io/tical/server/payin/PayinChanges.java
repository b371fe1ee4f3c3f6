package io.tical.server.payin;

import io.tical.db.Session;
import io.tical.server.crypto.Deposit;
import io.tical.server.crypto.Deposits;
import io.tical.server.http.Call;
import io.tical.server.ledger.Books;
import io.tical.server.ledger.LaneOperation;
import io.tical.server.ledger.Movement;
import io.tical.server.ledger.WalletKey;
import io.tical.server.payin.PayinCommand.Target;
import io.tical.server.timeline.StateChanges;
import io.tical.server.webhook.Events;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Carries out commands on payins that exist. */
final class PayinChanges implements LaneOperation<PayinCommand, Payin> {
    private final PayinCase.Rules rules;
    private final Deposits deposits;

    PayinChanges(PayinCase.Rules rules, Deposits deposits) {
        this.rules = rules;
        this.deposits = deposits;
    }

    @Override
    public Group<PayinCommand, Payin> begin(Session session, List<PayinCommand> commands) {
        var targets = commands.stream().map(PayinCommand::target).collect(Collectors.toSet());
        var moving = commands.stream()
                .filter(PayinChanges::mayMoveMoney)
                .map(PayinCommand::target)
                .collect(Collectors.toSet());
        // Before they are locked: a payin's wallet never changes.
        var wallets = PayinStore.find(session, moving, false).values().stream()
                .map(payin -> payin.terms().wallet())
                .collect(Collectors.toCollection(TreeSet::new));
        return new Changes(targets, wallets);
    }

    private static boolean mayMoveMoney(PayinCommand command) {
        return command.target().livemode()
                && switch (command) {
                    case PayinCommand.Confirm confirm -> true;
                    case PayinCommand.Fail fail -> false;
                    case PayinCommand.Fire fire ->
                        switch (fire.trigger()) {
                            case OPEN_REFUND, COMPLETE_REFUND -> true;
                            case ACTIVATE, ARRIVE, CANCEL, TEST_CONFIRM, CONFIRM, FAIL, EXPIRE -> false;
                        };
                };
    }

    /** Carries out a command that moves no money within a transaction that does more. */
    Payin within(Session session, PayinCommand command) {
        if (mayMoveMoney(command)) {
            throw new IllegalArgumentException("money moves in the lanes alone");
        }
        var now = Instant.ofEpochMilli(System.currentTimeMillis());
        var found = PayinStore.find(session, List.of(command.target()), true).get(command.target());
        if (found == null) {
            throw Call.notFound(PayinCase.OBJECT_TYPE);
        }
        var payinCase = new PayinCase(found, rules);
        payinCase.apply(command, new NoMoney(now));
        write(session, List.of(payinCase));
        return payinCase.payin();
    }

    /** Carries out what is due of these, as far as nobody else is at it; answers how many. */
    int settleDue(Session session, List<Target> targets) {
        var now = Instant.ofEpochMilli(System.currentTimeMillis());
        var cases = new ArrayList<PayinCase>();
        for (var payin : PayinStore.lockDue(session, targets)) {
            var due = payin.progress().dueAt();
            var payinCase = new PayinCase(payin, rules);
            // The database's clock said that it is due.
            payinCase.settleDue(new NoMoney(due == null || due.isBefore(now) ? now : due));
            cases.add(payinCase);
        }
        write(session, cases);
        return cases.size();
    }

    private record NoMoney(Instant now) implements PayinCase.Desk {
        @Override
        public void post(WalletKey wallet, List<Movement> movements) {
            throw new IllegalStateException("money moves in the lanes alone");
        }
    }

    private record AtBooks(Books books) implements PayinCase.Desk {
        @Override
        public Instant now() {
            return books.now();
        }

        @Override
        public void post(WalletKey wallet, List<Movement> movements) {
            books.post(wallet, movements);
        }
    }

    private final class Changes implements Group<PayinCommand, Payin> {
        private final Collection<Target> targets;
        private final SortedSet<WalletKey> wallets;
        private final Map<Target, PayinCase> cases = new HashMap<>();

        Changes(Collection<Target> targets, SortedSet<WalletKey> wallets) {
            this.targets = targets;
            this.wallets = wallets;
        }

        @Override
        public SortedSet<WalletKey> wallets() {
            return wallets;
        }

        @Override
        public void lock(Session session) {
            PayinStore.find(session, targets, true)
                    .forEach((target, payin) -> cases.put(target, new PayinCase(payin, rules)));
        }

        @Override
        public Payin decide(PayinCommand command, Books books) {
            var payinCase = cases.get(command.target());
            if (payinCase == null) {
                throw Call.notFound(PayinCase.OBJECT_TYPE);
            }
            // A refused command must leave no trace, so it works on a copy.
            var copy = payinCase.copy();
            copy.apply(command, new AtBooks(books));
            cases.put(command.target(), copy);
            return copy.payin();
        }

        @Override
        public void write(Session session) {
            PayinChanges.this.write(session, cases.values());
        }
    }

    private void write(Session session, Collection<PayinCase> cases) {
        var changed = cases.stream().filter(PayinCase::changed).toList();
        if (changed.isEmpty()) {
            return;
        }
        PayinStore.update(session, changed.stream().map(PayinCase::payin).toList());
        expireDeposits(session, changed);
        StateChanges.insert(
                session, changed.stream().flatMap(one -> one.changes().stream()).toList());
        Events.insert(
                session, changed.stream().flatMap(one -> one.events().stream()).toList());
    }

    /** The time of a payin of the guide's vocabulary begins anew when it is opened, and its address must know. */
    private void expireDeposits(Session session, List<PayinCase> changed) {
        for (var one : changed) {
            var payin = one.payin();
            var terms = payin.terms();
            if (terms.channel() == Channel.CRYPTO && payin.status() == PayinStatus.PROCESSING) {
                deposits.expires(
                        session,
                        new Deposit.Key(terms.organizationId(), terms.livemode(), payin.id()),
                        payin.progress().expiresAt());
            }
        }
    }
}
