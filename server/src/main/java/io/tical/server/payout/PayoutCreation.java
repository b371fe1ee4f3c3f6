package io.tical.server.payout;

import io.tical.db.Session;
import io.tical.server.currency.Currencies;
import io.tical.server.customer.Destination;
import io.tical.server.customer.Destinations;
import io.tical.server.customer.KnownDestinations;
import io.tical.server.key.TransactionKey;
import io.tical.server.key.WalletKey;
import io.tical.server.ledger.GroupOperation;
import io.tical.server.ledger.GroupWallets;
import io.tical.server.merchant.Policies;
import io.tical.server.rail.Rails;
import io.tical.server.transaction.MerchantReference;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Creates payouts in the group commit: reads what {@link PayoutCreationRules} need, and writes what they decide. */
final class PayoutCreation implements GroupOperation<PayoutRequest, Payout> {
    private final Policies policies;
    private final Offering offering;
    private final PayoutCreationRules rules;
    private final KnownDestinations destinationCache = new KnownDestinations();

    PayoutCreation(Policies policies, Currencies currencies, Rails rails, Offering offering) {
        this.policies = policies;
        this.offering = offering;
        this.rules = new PayoutCreationRules(currencies, rails, offering);
    }

    @Override
    public boolean canBeDecidedBeforeLocks() {
        return true;
    }

    @Override
    public Part<PayoutRequest, Payout> begin(Session session, List<PayoutRequest> requests) {
        var destinations = destinationCache.find(session, each(requests, PayoutRequest::account));
        return new Creations(
                requests,
                destinations,
                customers(session, requests, destinations),
                policies.of(session, each(requests, PayoutRequest::organizationId)));
    }

    /** The requested customers that exist. The owners of the destination accounts exist, so only the others are read. */
    private static Set<TransactionKey> customers(
            Session session, List<PayoutRequest> requests, Map<TransactionKey, Destination> destinations) {
        var customers = destinations.entrySet().stream()
                .map(entry -> new TransactionKey(
                        entry.getKey().organizationId(),
                        entry.getKey().livemode(),
                        entry.getValue().customerId()))
                .collect(Collectors.toCollection(HashSet::new));
        var others = each(requests, PayoutRequest::customer).stream()
                .filter(customer -> !customers.contains(customer))
                .toList();
        customers.addAll(Destinations.existing(session, others));
        return customers;
    }

    private static <T> Set<T> each(List<PayoutRequest> requests, Function<PayoutRequest, @Nullable T> of) {
        return requests.stream().map(of).filter(Objects::nonNull).collect(Collectors.toSet());
    }

    /** The creations of one group. */
    private final class Creations implements Part<PayoutRequest, Payout> {
        private final List<PayoutRequest> requests;
        private final Map<TransactionKey, Destination> destinations;
        private final Set<TransactionKey> customers;
        private final Policies.Snapshot policies;
        private final Map<MerchantReference, PayoutStatus> taken = new HashMap<>();
        private final List<PayoutAggregate> created = new ArrayList<>();

        Creations(
                List<PayoutRequest> requests,
                Map<TransactionKey, Destination> destinations,
                Set<TransactionKey> customers,
                Policies.Snapshot policies) {
            this.requests = requests;
            this.destinations = destinations;
            this.customers = customers;
            this.policies = policies;
        }

        @Override
        public SortedSet<WalletKey> wallets() {
            var keys = new TreeSet<WalletKey>();
            for (var request : requests) {
                var destination = destinations.get(request.account());
                if (destination != null) {
                    keys.add(request.wallet(destination.currency()));
                }
            }
            return keys;
        }

        @Override
        public void readForDecisions(Session session) {
            PayoutStore.takenLater(session, each(requests, PayoutRequest::reference), taken);
        }

        @Override
        public Payout decide(PayoutRequest request, GroupWallets wallets) {
            var customer = request.customer();
            var facts = new PayoutCreationRules.Facts(
                    policies.of(request.organizationId()),
                    customer == null || customers.contains(customer),
                    destinations.get(request.account()),
                    taken.get(request.reference()));
            var currency = rules.currency(request, facts);
            rules.requireFreeReference(request, facts);
            var wallet = request.wallet(currency.code());
            var today = LocalDate.ofInstant(wallets.now(), facts.policy().zone());
            var day = wallets.countingDay(wallet, today);
            rules.requireWithinLimits(request, facts, currency, wallets.dailyUsed(wallet, day), wallets.now());
            var decision = rules.create(request, facts, currency, day, wallets.now());
            wallets.post(wallet, decision.movements());
            wallets.countDaily(wallet, day, request.amount());
            var payout = decision.after().payout();
            taken.put(request.reference(), payout.status());
            created.add(decision.after());
            return payout;
        }

        @Override
        public void write(Session session) {
            var payouts = created.stream().map(PayoutAggregate::payout).toList();
            if (!payouts.isEmpty()) {
                PayoutStore.insertLater(session, payouts);
            }
            offering.publish(session, Offering.Offered.of(created));
        }
    }
}
