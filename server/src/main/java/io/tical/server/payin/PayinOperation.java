package io.tical.server.payin;

import io.tical.db.Session;
import io.tical.server.collection.Reservations;
import io.tical.server.collection.Reservations.AmountReservation;
import io.tical.server.crypto.Deposits;
import io.tical.server.key.TransactionKey;
import io.tical.server.key.WalletKey;
import io.tical.server.ledger.GroupOperation;
import io.tical.server.ledger.GroupWallets;
import io.tical.server.outward.Fence;
import io.tical.server.p2p.Match;
import io.tical.server.p2p.MatchedPayouts;
import io.tical.server.p2p.Matches;
import io.tical.server.p2p.Offers;
import io.tical.server.payin.PayinCommand.Action;
import io.tical.server.problem.Problem;
import io.tical.server.rail.BankTransfer;
import io.tical.server.rail.PaidTransfer;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.Changes;
import io.tical.server.transaction.EventType;
import io.tical.server.webhook.Events;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Executes commands on existing payins. A payment of a matched payin also completes the payout in the same transaction.
 *
 * @param matchGrace how long a payout waits for a matched payin that ended without a payment
 */
record PayinOperation(
        PayinRules rules,
        Duration matchGrace,
        Deposits deposits,
        Offers offers,
        PayinSlips slips,
        UnallocatedFunds unallocated,
        Fence fence,
        Clock clock)
        implements GroupOperation<PayinCommand, Payin> {
    static final String OBJECT_TYPE = "payin";

    /** How long an expired payin keeps its reservation, for late payments. */
    private static final Duration RESERVATION_KEPT = Duration.ofHours(24);

    /** The clock of a node that serves differs less from the database's. */
    private static final Duration CLOCKS = Duration.ofMinutes(1);

    /** Conflicts with the operation of payouts, because it completes payouts. */
    @Override
    public boolean needsOwnTransaction() {
        return true;
    }

    @Override
    public Part<PayinCommand, Payin> begin(Session session, List<PayinCommand> commands) {
        return new Commands(session, commands);
    }

    /** Executes a command that moves no money within the caller's transaction. */
    Payin within(Session session, PayinCommand command) {
        if (command.mayMoveMoney() || command.pays()) {
            throw new IllegalArgumentException("only a group commit moves money: " + command);
        }
        var changes = new Changes<>(OBJECT_TYPE, PayinStore.find(session, List.of(command.key()), true));
        var before = changes.requireVersion(command);
        var match = match(session, before).orElse(null);
        var now = clock.instant();
        var after = changes.apply(rules.decide(before, command, match, now), command.actor(), now);
        write(session, changes);
        return after;
    }

    /**
     * Checks a command against the current version and state of the payin, without executing it. Changes nothing, and returns the payin.
     * Conditions on the wallet are checked only when the command is executed.
     */
    Payin check(Session session, PayinCommand command) {
        var before = new Changes<>(OBJECT_TYPE, PayinStore.find(session, Set.of(command.key()), false))
                .requireVersion(command);
        rules.decide(before, command, match(session, before).orElse(null), clock.instant());
        if (command.action() instanceof Action.Found found) {
            slips.requireUnclaimed(session, transfer(before, found.transfer()));
        }
        if (command.action() instanceof Action.CompleteRefund refund) {
            new TransfersBack(slips).check(session, refund.transfer(before.key(), rules.refunded(before)));
        }
        return before;
    }

    /**
     * Raises the versions of a locked payin and of its undecided slips, because its match was released or a payment of it became unallocated
     * funds. Decisions that were made before would have another effect now, so they are refused.
     */
    void raiseVersions(Session session, Payin locked) {
        PayinStore.updateLater(session, List.of(locked.withVersion(locked.version() + 1)));
        slips.raiseVersions(session, List.of(locked.key()));
    }

    static Optional<Match> match(Session session, Payin payin) {
        return payin.matched() ? Matches.find(session, payin.key()) : Optional.empty();
    }

    private static PayinSlips.Found transfer(Payin before, BankTransfer transfer) {
        return new PayinSlips.Found(before.key(), transfer, before.status().takesPayment());
    }

    private static UnallocatedFunds.Payment unallocated(Payin before, Action.Found found) {
        var receipt = found.receipt();
        return new UnallocatedFunds.Payment(
                before.key(),
                before.terms().currency(),
                receipt.paid(),
                Objects.requireNonNull(receipt.reference()),
                !before.status().unpaid());
    }

    /** Processes due payins, except those that another transaction has locked; returns how many. */
    int processDue(Session session, List<TransactionKey> keys) {
        var due = PayinStore.lockDue(session, keys);
        var changes = new Changes<>(OBJECT_TYPE, due);
        var current = clock.instant();
        var ending = due.stream()
                .filter(payin -> payin.progress().expiresAt().isBefore(current.plus(CLOCKS)))
                .map(Payin::key)
                .toList();
        var held = fence.held(session, EventType.Subject.PAYIN, ending);
        for (var payin : due) {
            var dueAt = payin.progress().dueAt();
            // Due by the database's clock.
            var now = dueAt == null || dueAt.isBefore(current) ? current : dueAt;
            var command = PayinCommand.of(payin.key(), new Action.Due(held.contains(payin.id())), Actor.SYSTEM);
            changes.apply(rules.decide(payin, command, null, now), command.actor(), now);
        }
        write(session, changes);
        return due.size();
    }

    private final class Commands implements Part<PayinCommand, Payin> {
        private final Set<TransactionKey> keys;
        private final Set<TransactionKey> paying;
        private final SortedSet<WalletKey> walletKeys;
        private final List<TransactionKey> cancelled;
        private Set<UUID> held = Set.of();
        private @Nullable Changes<Payin> changes;
        private @Nullable MatchedPayouts matched;
        private final List<PayinSlips.Found> transfers = new ArrayList<>();
        private final List<UnallocatedFunds.Payment> unmatched = new ArrayList<>();
        private final List<PaidTransfer> back = new ArrayList<>();

        Commands(Session session, List<PayinCommand> commands) {
            keys = keys(commands, command -> true);
            cancelled = commands.stream()
                    .filter(Commands::cancels)
                    .map(PayinCommand::key)
                    .toList();
            // Read before the payins are locked: the wallet and the match of a payin never change.
            var moving = PayinStore.find(
                    session, keys(commands, command -> command.mayMoveMoney() || command.pays()), false);
            walletKeys = moving.stream()
                    .filter(payin -> payin.terms().livemode())
                    .map(Payin::wallet)
                    .collect(Collectors.toCollection(TreeSet::new));
            paying = moving.stream().filter(Payin::matched).map(Payin::key).collect(Collectors.toSet());
            Matches.find(session, paying)
                    .values()
                    .forEach(match -> walletKeys.add(match.payout().wallet(match.currency())));
        }

        private static boolean cancels(PayinCommand command) {
            return command.action() instanceof Action.Fire fire && fire.trigger() == PayinStatus.Trigger.CANCEL;
        }

        private static Set<TransactionKey> keys(List<PayinCommand> commands, Predicate<PayinCommand> which) {
            return commands.stream().filter(which).map(PayinCommand::key).collect(Collectors.toSet());
        }

        @Override
        public SortedSet<WalletKey> wallets() {
            return walletKeys;
        }

        @Override
        public void readForDecisions(Session session) {
            changes = new Changes<>(OBJECT_TYPE, PayinStore.find(session, keys, true));
            held = fence.held(session, EventType.Subject.PAYIN, cancelled);
            matched = paying.isEmpty() ? null : offers.lock(session, paying);
        }

        @Override
        public Payin decide(PayinCommand command, GroupWallets wallets) {
            var match = matched != null && command.pays() ? matched.find(command.key()) : null;
            var before = changes().requireVersion(command);
            if (cancels(command) && held.contains(command.key().id())) {
                throw Problem.Unavailable.service(); // it may have been paid before the database lost that
            }
            var decision = rules.decide(before, command, match, wallets.now());
            if (matched != null && match != null && match.isOpen()) {
                // Before the payin is credited, because a credit is never refused.
                var id = command.key().id().toString();
                matched.complete(match, Objects.requireNonNullElse(command.reference(), id), wallets);
            }
            var after = changes().apply(decision, command.actor(), wallets);
            if (command.action() instanceof Action.Found found) {
                found(before, found);
            }
            if (command.action() instanceof Action.CompleteRefund refund) {
                back.add(refund.transfer(before.key(), rules.refunded(before)));
            }
            return after;
        }

        private void found(Payin before, Action.Found found) {
            transfers.add(transfer(before, found.transfer()));
            if (!before.status().takesPayment()) {
                unmatched.add(unallocated(before, found));
            }
        }

        @Override
        public Payin current(PayinCommand command) {
            return changes().get(command.key());
        }

        @Override
        public void write(Session session) {
            PayinOperation.this.write(session, changes());
            if (matched != null) {
                matched.write(session);
            }
            slips.claim(session, transfers);
            new TransfersBack(slips).record(session, back);
            unallocated.record(session, unmatched);
            slips.raiseVersions(
                    session,
                    unmatched.stream().map(UnallocatedFunds.Payment::payin).toList());
        }

        private Changes<Payin> changes() {
            return Objects.requireNonNull(changes);
        }
    }

    private void write(Session session, Changes<Payin> changes) {
        changes.write(
                session,
                (written, changed) -> {
                    var payins = changed.stream().map(Changes.Changed::after).toList();
                    PayinStore.updateLater(written, payins);
                    releaseReservations(written, payins);
                    extendDeposits(written, payins);
                    releaseMatches(written, payins);
                },
                Events::insertLater);
    }

    /**
     * Releases the reservations of payins that have ended. An open payin keeps its reservation; an expired one keeps it for {@link
     * #RESERVATION_KEPT}.
     */
    private static void releaseReservations(Session session, List<Payin> payins) {
        var ended = new ArrayList<Reservations.Held>();
        var expired = new ArrayList<Reservations.Held>();
        for (var payin : payins) {
            var terms = payin.terms();
            var account = terms.collectionAccountId();
            if (account != null && !payin.status().open()) {
                var reservation = new AmountReservation(account, terms.livemode(), terms.transferAmount());
                (payin.status() == PayinStatus.EXPIRED ? expired : ended)
                        .add(new Reservations.Held(reservation, payin.id()));
            }
        }
        Reservations.release(session, ended);
        payins.stream()
                .filter(payin -> payin.status() == PayinStatus.EXPIRED)
                .map(payin -> payin.progress().updatedAt())
                .max(Comparator.naturalOrder())
                .ifPresent(now -> Reservations.releaseAt(session, expired, now.plus(RESERVATION_KEPT)));
    }

    /** A payout waits for a payin that ended without a payment, because the payer may still upload a slip. */
    private void releaseMatches(Session session, List<Payin> payins) {
        payins.stream()
                .filter(payin -> payin.matched() && payin.status().unpaid())
                .collect(Collectors.groupingBy(
                        payin -> payin.progress().updatedAt(), Collectors.mapping(Payin::key, Collectors.toList())))
                .forEach((at, keys) -> Matches.releaseAt(session, keys, at.plus(matchGrace)));
    }

    /** The expiry of a guide's payin, and of its address, counts from the activation. */
    private void extendDeposits(Session session, List<Payin> payins) {
        payins.stream()
                .filter(payin -> payin.terms().channel() == Channel.CRYPTO && payin.status() == PayinStatus.PROCESSING)
                .forEach(payin ->
                        deposits.expires(session, payin.key(), payin.progress().expiresAt()));
    }
}
