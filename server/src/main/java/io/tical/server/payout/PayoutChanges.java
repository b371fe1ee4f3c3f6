package io.tical.server.payout;

import io.tical.db.Session;
import io.tical.server.ledger.GroupOperation;
import io.tical.server.ledger.LockedWallets;
import io.tical.server.ledger.WalletKey;
import io.tical.server.merchant.Policies;
import io.tical.server.p2p.Offers;
import io.tical.server.problem.Problem;
import io.tical.server.rail.Rails;
import io.tical.server.transaction.StateChanges;
import io.tical.server.transaction.TransactionKey;
import io.tical.server.webhook.Events;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Carries out commands on payouts that exist. */
final class PayoutChanges implements GroupOperation<PayoutCommand, Payout> {
    private final Rails rails;
    private final Policies policies;
    private final PayoutOffers offers;
    private final Claims claims;

    PayoutChanges(Rails rails, Policies policies, PayoutOffers offers, Claims claims) {
        this.rails = rails;
        this.policies = policies;
        this.offers = offers;
        this.claims = claims;
    }

    @Override
    public Group<PayoutCommand, Payout> begin(Session session, List<PayoutCommand> commands) {
        var targets = commands.stream().map(PayoutCommand::target).collect(Collectors.toSet());
        var known = policies.of(
                session, targets.stream().map(TransactionKey::organizationId).collect(Collectors.toSet()));
        return new Changes(PayoutStore.find(session, targets, false).values(), known);
    }

    private final class Changes implements Group<PayoutCommand, Payout> {
        private final SortedSet<WalletKey> wallets;
        private final List<TransactionKey> targets;
        private final Policies.Known known;
        private final Map<TransactionKey, PayoutCase> cases = new HashMap<>();

        /** @param seen the payouts as they are before they are locked: their wallets never change */
        Changes(Collection<Payout> seen, Policies.Known known) {
            this.known = known;
            this.wallets =
                    seen.stream().map(payout -> payout.terms().wallet()).collect(Collectors.toCollection(TreeSet::new));
            this.targets = seen.stream().map(PayoutStore::target).toList();
        }

        @Override
        public SortedSet<WalletKey> wallets() {
            return wallets;
        }

        @Override
        public void lock(Session session) {
            var payouts = PayoutStore.find(session, targets, true);
            var attempts = PayoutStore.attempts(session, targets);
            payouts.forEach((target, payout) -> cases.put(
                    target,
                    new PayoutCase(
                            payout,
                            attempts.getOrDefault(target, List.of()),
                            rails.payout(target.livemode()),
                            (sendable, now) -> offers.of(sendable, known.of(target.organizationId()), now))));
        }

        @Override
        public Payout decide(PayoutCommand command, LockedWallets locked) {
            var payoutCase = cases.get(command.target());
            if (payoutCase == null) {
                throw Problem.NotFound.of(PayoutCase.OBJECT_TYPE);
            }
            // A refused command must leave no trace, so it works on a copy.
            var copy = payoutCase.copy();
            copy.apply(command, locked);
            cases.put(command.target(), copy);
            return copy.payout();
        }

        @Override
        public Payout current(PayoutCommand command) {
            var payoutCase = cases.get(command.target());
            if (payoutCase == null) {
                throw Problem.NotFound.of(PayoutCase.OBJECT_TYPE);
            }
            return payoutCase.payout();
        }

        @Override
        public void write(Session session) {
            PayoutChanges.write(session, cases.values());
            var opened = cases.values().stream()
                    .flatMap(payoutCase -> payoutCase.claims().stream())
                    .toList();
            if (!opened.isEmpty()) {
                claims.open(session, opened);
            }
        }
    }

    /** Writes what has become of these; one that did not change is not touched. */
    static void write(Session session, Collection<PayoutCase> cases) {
        var changed = cases.stream().filter(PayoutCase::changed).toList();
        if (changed.isEmpty()) {
            return;
        }
        PayoutStore.update(session, changed.stream().map(PayoutCase::payout).toList());
        PayoutStore.save(
                session,
                changed.stream()
                        .collect(Collectors.toMap(
                                payoutCase -> PayoutStore.target(payoutCase.payout()), PayoutCase::touchedAttempts)));
        Offers.add(
                session,
                changed.stream().map(PayoutCase::offer).filter(Objects::nonNull).toList());
        StateChanges.insert(
                session,
                changed.stream()
                        .flatMap(payoutCase -> payoutCase.changes().stream())
                        .toList());
        Events.insert(
                session,
                changed.stream()
                        .flatMap(payoutCase -> payoutCase.events().stream())
                        .toList());
    }
}
