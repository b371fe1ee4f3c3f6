package io.tical.server.interorg;

import io.tical.db.Session;
import io.tical.server.currency.Currencies;
import io.tical.server.interorg.OrganizationTransfer.Party;
import io.tical.server.key.WalletKey;
import io.tical.server.ledger.GroupOperation;
import io.tical.server.ledger.GroupWallets;
import io.tical.server.merchant.OrganizationCodes;
import io.tical.server.merchant.Policies;
import io.tical.server.transaction.MerchantReference;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Creates the transfers of one group: reads what {@link OrganizationTransferRules} need, and writes both sides. The group contains the
 * wallets of both organizations, so all transactions lock them in the same order, in whatever queue they run.
 */
final class OrganizationTransferCreation implements GroupOperation<OrganizationTransferRequest, OrganizationTransfer> {
    private final OrganizationCodes codes;
    private final Policies policies;
    private final OrganizationTransferRules rules;

    OrganizationTransferCreation(OrganizationCodes codes, Policies policies, Currencies currencies) {
        this.codes = codes;
        this.policies = policies;
        this.rules = new OrganizationTransferRules(currencies);
    }

    /** A unique constraint protects the references, and codes never change. */
    @Override
    public boolean canBeDecidedBeforeLocks() {
        return true;
    }

    @Override
    public Part<OrganizationTransferRequest, OrganizationTransfer> begin(
            Session session, List<OrganizationTransferRequest> requests) {
        var asked =
                requests.stream().map(OrganizationTransferRequest::targetCode).collect(Collectors.toSet());
        var targets = codes.find(session, asked);
        var organizations = Stream.concat(
                        requests.stream().map(OrganizationTransferRequest::organizationId), targets.values().stream())
                .collect(Collectors.toSet());
        return new Creations(requests, targets, policies.of(session, organizations));
    }

    private final class Creations implements Part<OrganizationTransferRequest, OrganizationTransfer> {
        private final List<OrganizationTransferRequest> requests;
        private final Map<String, UUID> targets;
        private final Policies.Snapshot known;
        private final Set<MerchantReference> taken = new HashSet<>();
        private final List<OrganizationTransferRules.Sent> created = new ArrayList<>();

        Creations(List<OrganizationTransferRequest> requests, Map<String, UUID> targets, Policies.Snapshot known) {
            this.requests = requests;
            this.targets = targets;
            this.known = known;
        }

        @Override
        public SortedSet<WalletKey> wallets() {
            var wallets = new TreeSet<WalletKey>();
            for (var request : requests) {
                var target = targets.get(request.targetCode());
                if (target != null && rules.mayMove(request, target)) {
                    wallets.add(wallet(request, request.organizationId()));
                    wallets.add(wallet(request, target));
                }
            }
            return wallets;
        }

        private static WalletKey wallet(OrganizationTransferRequest request, UUID organizationId) {
            return new WalletKey(organizationId, request.livemode(), request.currency());
        }

        @Override
        public void readForDecisions(Session session) {
            OrganizationTransferStore.takenLater(
                    session,
                    requests.stream()
                            .map(OrganizationTransferRequest::reference)
                            .collect(Collectors.toSet()),
                    taken);
        }

        @Override
        public OrganizationTransfer decide(OrganizationTransferRequest request, GroupWallets wallets) {
            var facts = new OrganizationTransferRules.Facts(
                    party(request.organizationId()),
                    partyOrNull(targets.get(request.targetCode())),
                    taken.contains(request.reference()));
            var sent = rules.send(request, facts);
            sent.post(wallets);
            taken.add(request.reference());
            created.add(sent);
            return sent.outgoing();
        }

        private Party party(UUID organizationId) {
            var policy = known.of(organizationId);
            return new Party(organizationId, policy.code(), policy.name());
        }

        private @Nullable Party partyOrNull(@Nullable UUID organizationId) {
            return organizationId == null ? null : party(organizationId);
        }

        @Override
        public void write(Session session) {
            if (!created.isEmpty()) {
                OrganizationTransferStore.insertLater(session, created);
            }
        }
    }
}
