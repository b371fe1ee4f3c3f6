package io.tical.server.payin;

import io.tical.db.Session;
import io.tical.server.crypto.Deposits;
import io.tical.server.ledger.GroupOperation;
import io.tical.server.ledger.LockedWallets;
import io.tical.server.ledger.Movement;
import io.tical.server.ledger.WalletKey;
import io.tical.server.payout.Completions;
import io.tical.server.payout.Offers;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.StateChanges;
import io.tical.server.transaction.TransactionKey;
import io.tical.server.webhook.Events;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Carries out commands on payins that exist. */
final class PayinChanges implements GroupOperation<PayinCommand, Payin> {
    private final PayinCase.Rules rules;
    private final Deposits deposits;
    private final Offers offers;

    PayinChanges(PayinCase.Rules rules, Deposits deposits, Offers offers) {
        this.rules = rules;
        this.deposits = deposits;
        this.offers = offers;
    }

    /** It completes payouts, which their own operation changes. */
    @Override
    public boolean needsOwnTransaction() {
        return true;
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
        var paying = commands.stream()
                .filter(PayinChanges::pays)
                .map(PayinCommand::target)
                .collect(Collectors.toSet());
        // What pays a payout too, moves its money too; in test it is the payout's alone that moves.
        MatchStore.find(session, paying).values().forEach(match -> wallets.add(match.payoutWallet()));
        return new Changes(targets, paying, wallets);
    }

    private static boolean pays(PayinCommand command) {
        return switch (command) {
            case PayinCommand.Confirm confirm -> true;
            case PayinCommand.Fail fail -> false;
            case PayinCommand.Fire fire -> fire.trigger() == PayinStatus.Trigger.TEST_CONFIRM;
        };
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
            throw Problem.NotFound.of(PayinCase.OBJECT_TYPE);
        }
        var payinCase = new PayinCase(found, rules);
        payinCase.apply(command, new NoMoney(now));
        write(session, List.of(payinCase));
        return payinCase.payin();
    }

    /** Carries out what is due of these, as far as nobody else is at it; answers how many. */
    int settleDue(Session session, List<TransactionKey> targets) {
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

    private record AtBooks(LockedWallets locked) implements PayinCase.Desk {
        @Override
        public Instant now() {
            return locked.now();
        }

        @Override
        public void post(WalletKey wallet, List<Movement> movements) {
            locked.post(wallet, movements);
        }
    }

    /** Keeps what is to be posted until nothing can refuse it any more. */
    private record Gathering(Instant now, List<Runnable> posts, LockedWallets locked) implements PayinCase.Desk {
        @Override
        public void post(WalletKey wallet, List<Movement> movements) {
            posts.add(() -> locked.post(wallet, movements));
        }
    }

    private final class Changes implements Group<PayinCommand, Payin> {
        private final Collection<TransactionKey> targets;
        private final Collection<TransactionKey> paying;
        private final SortedSet<WalletKey> wallets;
        private final Map<TransactionKey, PayinCase> cases = new HashMap<>();
        private final Map<TransactionKey, Match> matches = new HashMap<>();
        private final List<Match> completed = new ArrayList<>();
        private @Nullable Completions completions;

        Changes(Collection<TransactionKey> targets, Collection<TransactionKey> paying, SortedSet<WalletKey> wallets) {
            this.targets = targets;
            this.paying = paying;
            this.wallets = wallets;
        }

        @Override
        public SortedSet<WalletKey> wallets() {
            return wallets;
        }

        @Override
        public void lock(Session session) {
            var payins = PayinStore.find(session, targets, true);
            // Only now that the payins are locked do their matches stand still.
            matches.putAll(MatchStore.find(session, paying));
            payins.forEach((target, payin) -> cases.put(target, new PayinCase(payin, rules, owed(target))));
            var waiting = matches.values().stream()
                    .filter(Match::isOpen)
                    .map(Match::payout)
                    .toList();
            completions = waiting.isEmpty() ? null : offers.completing(session, waiting);
        }

        private boolean owed(TransactionKey target) {
            var match = matches.get(target);
            return match != null && match.state() == Match.State.RELEASED;
        }

        @Override
        public Payin decide(PayinCommand command, LockedWallets locked) {
            var payinCase = cases.get(command.target());
            if (payinCase == null) {
                throw Problem.NotFound.of(PayinCase.OBJECT_TYPE);
            }
            // A refused command must leave no trace, so it works on a copy.
            var copy = payinCase.copy();
            var match = pays(command) ? matches.get(command.target()) : null;
            if (match != null && match.isOpen()) {
                complete(command, copy, match, locked);
            } else {
                copy.apply(command, new AtBooks(locked));
            }
            cases.put(command.target(), copy);
            return copy.payin();
        }

        @Override
        public Payin current(PayinCommand command) {
            var payinCase = cases.get(command.target());
            if (payinCase == null) {
                throw Problem.NotFound.of(PayinCase.OBJECT_TYPE);
            }
            return payinCase.payin();
        }

        /** The payer paid the payee: payin and payout have it both, or neither. */
        private void complete(PayinCommand command, PayinCase copy, Match match, LockedWallets locked) {
            requireExact(command, match);
            var posts = new ArrayList<Runnable>();
            copy.apply(command, new Gathering(locked.now(), posts, locked));
            var reference = copy.payin().progress().settled().reference();
            Objects.requireNonNull(completions)
                    .deliver(
                            match.payout(),
                            match.attemptId(),
                            reference == null ? copy.payin().id().toString() : reference,
                            locked);
            // What comes in can be refused by nothing.
            posts.forEach(Runnable::run);
            var done = match.closed(Match.State.COMPLETED, locked.now());
            matches.put(command.target(), done);
            completed.add(done);
        }

        private static void requireExact(PayinCommand command, Match match) {
            if (command instanceof PayinCommand.Confirm confirm
                    && confirm.receipt().paid() != match.amount()) {
                throw new Problem.Conflict(
                        "MATCHED_AMOUNT_DIFFERS",
                        "A payout of " + match.amount() + " waits for this payment, and "
                                + confirm.receipt().paid()
                                + " do not complete it; give the match up first, then the payment can be accepted as it is");
            }
        }

        @Override
        public void write(Session session) {
            PayinChanges.this.write(session, cases.values());
            MatchStore.close(session, completed);
            if (completions != null) {
                completions.write(session);
            }
        }
    }

    private void write(Session session, Collection<PayinCase> cases) {
        var changed = cases.stream().filter(PayinCase::changed).toList();
        if (changed.isEmpty()) {
            return;
        }
        PayinStore.update(session, changed.stream().map(PayinCase::payin).toList());
        expireDeposits(session, changed);
        releaseMatches(session, changed);
        StateChanges.insert(
                session, changed.stream().flatMap(one -> one.changes().stream()).toList());
        Events.insert(
                session, changed.stream().flatMap(one -> one.events().stream()).toList());
    }

    /** A payout waits a while longer for a payin that is over: who paid in its last moment has a slip to send. */
    private void releaseMatches(Session session, List<PayinCase> changed) {
        changed.stream()
                .map(PayinCase::payin)
                .filter(payin -> payin.matched() && over(payin.status()))
                .collect(Collectors.groupingBy(
                        payin -> payin.progress().updatedAt(),
                        Collectors.mapping(PayinStore::target, Collectors.toList())))
                .forEach((at, targets) -> MatchStore.releaseAt(session, targets, at.plus(rules.matchGrace())));
    }

    private static boolean over(PayinStatus status) {
        return switch (status) {
            case EXPIRED, CANCELLED, FAILED -> true;
            case PENDING, PROCESSING, SUCCESS, REJECTED, REFUNDED -> false;
        };
    }

    /** The time of a payin of the guide's vocabulary begins anew when it is opened, and its address must know. */
    private void expireDeposits(Session session, List<PayinCase> changed) {
        for (var one : changed) {
            var payin = one.payin();
            var terms = payin.terms();
            if (terms.channel() == Channel.CRYPTO && payin.status() == PayinStatus.PROCESSING) {
                deposits.expires(
                        session,
                        new TransactionKey(terms.organizationId(), terms.livemode(), payin.id()),
                        payin.progress().expiresAt());
            }
        }
    }
}
