package io.tical.server.settlement;

import io.tical.db.Session;
import io.tical.server.currency.Currencies;
import io.tical.server.customer.Destination;
import io.tical.server.customer.KnownDestinations;
import io.tical.server.key.TransactionKey;
import io.tical.server.key.WalletKey;
import io.tical.server.ledger.GroupOperation;
import io.tical.server.ledger.GroupWallets;
import io.tical.server.merchant.Policies;
import io.tical.server.rail.Rails;
import io.tical.server.transaction.MerchantReference;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Creates the settlements of one group: reads what {@link SettlementCreationRules} need, and writes what they decide. */
final class SettlementCreation implements GroupOperation<SettlementRequest, Settlement> {
    private final Policies policies;
    private final SettlementCreationRules rules;
    private final KnownDestinations destinationCache = new KnownDestinations();

    SettlementCreation(Policies policies, Currencies currencies, Rails rails) {
        this.policies = policies;
        this.rules = new SettlementCreationRules(currencies, rails);
    }

    @Override
    public boolean canBeDecidedBeforeLocks() {
        return true;
    }

    @Override
    public Part<SettlementRequest, Settlement> begin(Session session, List<SettlementRequest> requests) {
        var accounts = requests.stream().map(SettlementRequest::account).collect(Collectors.toSet());
        var organizations =
                requests.stream().map(SettlementRequest::organizationId).collect(Collectors.toSet());
        return new Creations(requests, destinationCache.find(session, accounts), policies.of(session, organizations));
    }

    private final class Creations implements Part<SettlementRequest, Settlement> {
        private final List<SettlementRequest> requests;
        private final Map<TransactionKey, Destination> destinations;
        private final Policies.Snapshot policies;
        private final Set<MerchantReference> taken = new HashSet<>();
        private final List<Settlement> created = new ArrayList<>();

        Creations(
                List<SettlementRequest> requests,
                Map<TransactionKey, Destination> destinations,
                Policies.Snapshot policies) {
            this.requests = requests;
            this.destinations = destinations;
            this.policies = policies;
        }

        @Override
        public SortedSet<WalletKey> wallets() {
            return destinations.entrySet().stream()
                    .map(entry -> entry.getKey().wallet(entry.getValue().currency()))
                    .collect(Collectors.toCollection(TreeSet::new));
        }

        @Override
        public void readForDecisions(Session session) {
            var operations = requests.stream()
                    .map(SettlementRequest::operation)
                    .filter(Objects::nonNull)
                    .collect(Collectors.toSet());
            SettlementStore.takenLater(session, operations, taken);
        }

        @Override
        public Settlement decide(SettlementRequest request, GroupWallets wallets) {
            var destination = SettlementCreationRules.destination(destinations.get(request.account()));
            var currency = rules.currency(destination.currency(), request.amount());
            var operation = request.operation();
            SettlementCreationRules.requireFree(operation != null && taken.contains(operation));
            var policy = policies.of(request.organizationId());
            var decision = rules.create(request, destination, currency, policy, wallets.now());
            wallets.post(request.account().wallet(currency.code()), decision.movements());
            if (operation != null) {
                taken.add(operation);
            }
            var settlement = decision.after().settlement();
            created.add(settlement);
            return settlement;
        }

        @Override
        public void write(Session session) {
            if (!created.isEmpty()) {
                SettlementStore.insertLater(session, created);
            }
        }
    }
}
