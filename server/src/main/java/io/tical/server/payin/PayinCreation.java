package io.tical.server.payin;

import io.tical.db.Session;
import io.tical.server.collection.Reservations.Reserved;
import io.tical.server.collection.Reservations;
import io.tical.server.crypto.DepositAddresses.Use;
import io.tical.server.crypto.DepositAddresses;
import io.tical.server.crypto.Deposits;
import io.tical.server.idempotency.IdempotencyRecords;
import io.tical.server.ledger.GroupOperation;
import io.tical.server.ledger.LockedWallets;
import io.tical.server.ledger.WalletKey;
import io.tical.server.merchant.Policies;
import io.tical.server.p2p.Offers;
import io.tical.server.transaction.TransactionKey;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Creates payins: the rules in their order, then a place where the payer pays. No money moves, but creations go through the
 * lanes like money does: a group costs one commit. A v1 payin is open at once; one of the guide's vocabulary is opened by
 * background work, from when its time counts.
 */
final class PayinCreation implements GroupOperation<PayinRequest, Payin> {
    private final Policies policies;
    private final PayinCreationRules rules;
    private final PayinMaker maker;
    private final Deposits deposits;
    private final Offers offers;

    PayinCreation(Policies policies, PayinCreationRules rules, PayinMaker maker, Deposits deposits, Offers offers) {
        this.policies = policies;
        this.rules = rules;
        this.maker = maker;
        this.deposits = deposits;
        this.offers = offers;
    }

    /** It claims payouts, which their own operation changes. */
    @Override
    public boolean needsOwnTransaction() {
        return true;
    }

    @Override
    public Group<PayinRequest, Payin> begin(Session session, List<PayinRequest> requests) {
        return new Creations(requests, PayinFacts.read(session, requests, policies));
    }

    private final class Creations implements Group<PayinRequest, Payin> {
        private final List<PayinRequest> requests;
        private final PayinFacts facts;
        /** By the request itself: two that say the same are two. */
        private final Map<PayinRequest, PayinDraft> drafts = new IdentityHashMap<>();

        private final Map<UUID, Reserved> places = new HashMap<>();
        private final Set<UUID> atShare = new HashSet<>();
        /** By payin, the offers that may be taken. */
        private final Map<UUID, Offers.Claim> claims = new HashMap<>();

        private final List<Payin> created = new ArrayList<>();
        private @Nullable DepositAddresses addresses;

        Creations(List<PayinRequest> requests, PayinFacts facts) {
            this.requests = requests;
            this.facts = facts;
        }

        @Override
        public SortedSet<WalletKey> wallets() {
            return Collections.emptySortedSet();
        }

        /** A place must be known before anything is answered, so the rules are applied here already. */
        @Override
        public void lock(Session session) {
            facts.readReferences(session, requests);
            var wishes = new ArrayList<Reservations.Request>();
            var matches = new ArrayList<Offers.Request>();
            var uses = new HashSet<Use>();
            for (var request : requests) {
                var draft = rules.draft(request, facts);
                drafts.put(request, draft);
                switch (draft) {
                    case PayinDraft.Placeable placeable -> {
                        wishes.add(placeable.reservation());
                        if (placeable.match() != null) {
                            matches.add(placeable.match());
                        }
                    }
                    case PayinDraft.Depositable depositable ->
                        uses.add(new Use(depositable.network(), request.livemode()));
                    case PayinDraft.Refused refused -> {}
                }
            }
            claims.putAll(offers.find(session, matches));
            wishes.removeIf(wish -> claims.containsKey(wish.holderId()));
            var placed = Reservations.reserve(session, wishes);
            places.putAll(placed.reserved());
            atShare.addAll(placed.atShare());
            addresses = uses.isEmpty() ? null : deposits.addresses(session, uses);
        }

        @Override
        public Payin decide(PayinRequest request, LockedWallets locked) {
            var payin = switch (Objects.requireNonNull(drafts.get(request))) {
                case PayinDraft.Refused refused -> throw refused.problem();
                case PayinDraft.Depositable depositable -> {
                    // Once more, for another of this group may have taken it since.
                    facts.requireFree(request);
                    yield maker.deposited(request, depositable, Objects.requireNonNull(addresses));
                }
                case PayinDraft.Placeable placeable -> {
                    facts.requireFree(request);
                    var claim = claims.get(placeable.basis().payinId());
                    if (claim != null) {
                        yield maker.matched(request, placeable.basis(), claim.offer());
                    }
                    var place = places.get(placeable.basis().payinId());
                    if (place == null) {
                        throw atShare.contains(placeable.basis().payinId())
                                ? Admission.atShare(request.intake())
                                : placeable.none();
                    }
                    yield maker.placed(request, placeable, place);
                }
            };
            facts.take(request);
            created.add(payin);
            return payin;
        }

        @Override
        public void write(Session session) {
            created.forEach(payin -> places.remove(payin.id()));
            // Replays, and references that were given twice in this group, need no place after all.
            Reservations.release(
                    session,
                    places.entrySet().stream()
                            .filter(entry -> entry.getValue().reservation() != null)
                            .map(entry -> new Reservations.Held(
                                    Objects.requireNonNull(entry.getValue().reservation()), entry.getKey()))
                            .toList());
            if (!created.isEmpty() && !PayinStore.insert(session, created)) {
                throw new IdempotencyRecords.ConcurrentDuplicate();
            }
            if (addresses != null) {
                addresses.write();
            }
            var matched = new HashMap<TransactionKey, Offers.Claim>();
            for (var payin : created) {
                var claim = claims.get(payin.id());
                if (claim != null) {
                    matched.put(payin.key(), claim);
                }
            }
            offers.match(session, matched, PayinOperation.now());
        }
    }
}
