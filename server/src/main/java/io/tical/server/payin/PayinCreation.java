package io.tical.server.payin;

import io.tical.db.Session;
import io.tical.server.collection.AccountZones;
import io.tical.server.collection.Reservations;
import io.tical.server.collection.Reservations.Reserved;
import io.tical.server.crypto.DepositAddresses;
import io.tical.server.crypto.Deposits;
import io.tical.server.key.WalletKey;
import io.tical.server.ledger.GroupOperation;
import io.tical.server.ledger.GroupWallets;
import io.tical.server.merchant.Policies;
import io.tical.server.p2p.Offers;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.AuditEntry;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Creates the payins of one group: reads the data for {@link PayinCreationRules}, chooses the receiving accounts, and
 * inserts the payins. It moves no money; it uses the group commit to save commits. A v1 payin is open immediately; background
 * work activates a payin in the guide's vocabulary.
 */
record PayinCreation(
        Policies policies, PayinCreationRules rules, AccountZones zones, Deposits deposits, Offers offers, Clock clock)
        implements GroupOperation<PayinRequest, Payin> {
    /** Conflicts with the operation of payouts, because it matches payouts. */
    @Override
    public boolean needsOwnTransaction() {
        return true;
    }

    @Override
    public Part<PayinRequest, Payin> begin(Session session, List<PayinRequest> requests) {
        return new Creations(requests, PayinFacts.read(session, requests, policies));
    }

    /** The values of a payin in the audit log, if a person created it. */
    private record Opened(String orderRef, long amount, String currency, Channel channel) {
        static AuditEntry.Act act(Payin payin) {
            var key = payin.key();
            var terms = payin.terms();
            var opened = new Opened(terms.merchantRef(), terms.amount(), terms.currency(), terms.channel());
            return new AuditEntry.Act(
                    key.organizationId(), key.livemode(), "create", Payin.OBJECT_TYPE, key.id(), null, opened, null);
        }
    }

    private final class Creations implements Part<PayinRequest, Payin> {
        private final List<PayinRequest> requests;
        private final PayinFacts facts;
        // Compared by identity: a group may contain equal requests.
        private final Map<PayinRequest, PayinDraft> drafts = new IdentityHashMap<>();
        private final Map<PayinRequest, Problem> refusals = new IdentityHashMap<>();
        private final List<Payin> created = new ArrayList<>();
        /** The payins that people created, for the audit log. */
        private final Map<Payin, Actor> people = new LinkedHashMap<>();
        /** The matched offers, by payin. */
        private Map<UUID, Offers.Claim> claims = Map.of();
        /** The reserved amounts, by payin. */
        private Map<UUID, Reserved> reserved = Map.of();

        private Set<UUID> atShare = Set.of();
        private @Nullable DepositAddresses addresses;

        Creations(List<PayinRequest> requests, PayinFacts facts) {
            this.requests = requests;
            this.facts = facts;
        }

        @Override
        public SortedSet<WalletKey> wallets() {
            return Collections.emptySortedSet();
        }

        /** Applies the rules first, because only accepted requests get an offer, a reservation or an address. */
        @Override
        public void readForDecisions(Session session) {
            facts.readReferences(session, requests);
            var accepted = new ArrayList<PayinDraft>();
            var now = clock.instant();
            for (var request : requests) {
                try {
                    var draft = rules.draft(request, facts, now);
                    drafts.put(request, draft);
                    accepted.add(draft);
                } catch (Problem refusal) {
                    refusals.put(request, refusal);
                }
            }
            claims = offers.find(
                    session,
                    accepted.stream()
                            .filter(PayinDraft::matchable)
                            .map(PayinDraft::offer)
                            .toList());
            var outcome = Reservations.reserve(
                    session,
                    zones,
                    PayinStore::asked,
                    accepted.stream()
                            .filter(draft -> draft.network() == null && !claims.containsKey(draft.id()))
                            .map(PayinDraft::reservation)
                            .toList());
            reserved = outcome.reserved();
            atShare = outcome.atShare();
            addresses = deposits.addresses(
                    session,
                    accepted.stream()
                            .map(PayinDraft::addressUse)
                            .filter(Objects::nonNull)
                            .collect(Collectors.toSet()));
        }

        @Override
        public Payin decide(PayinRequest request, GroupWallets wallets) {
            var refusal = refusals.get(request);
            if (refusal != null) {
                throw refusal;
            }
            // Another request of this group may have used the reference.
            facts.requireFree(request);
            var payin = payin(Objects.requireNonNull(drafts.get(request)));
            facts.take(request);
            created.add(payin);
            if (request.actor().inAuditLog()) {
                people.put(payin, request.actor());
            }
            return payin;
        }

        private Payin payin(PayinDraft draft) {
            if (draft.network() != null) {
                return draft.deposited(Objects.requireNonNull(addresses));
            }
            var claim = claims.get(draft.id());
            if (claim != null) {
                return draft.matched(claim.offer());
            }
            var place = reserved.get(draft.id());
            if (place == null) {
                throw PayinCreationRules.unplaced(draft.request().intake(), atShare.contains(draft.id()));
            }
            return draft.collected(place);
        }

        @Override
        public void write(Session session) {
            releaseUnused(session);
            if (created.isEmpty()) {
                return;
            }
            PayinStore.insertLater(session, created);
            Objects.requireNonNull(addresses).write();
            var matched = created.stream()
                    .filter(payin -> claims.containsKey(payin.id()))
                    .collect(Collectors.toMap(Payin::key, payin -> Objects.requireNonNull(claims.get(payin.id()))));
            offers.match(session, matched, clock.instant());
            people.forEach(
                    (payin, actor) -> AuditEntry.insertLater(session, actor, Opened.act(payin), payin.createdAt()));
        }

        /** Releases the reservations of requests that were replayed or whose reference was used twice in this group. */
        private void releaseUnused(Session session) {
            var used = created.stream().map(Payin::id).collect(Collectors.toSet());
            var unused = new ArrayList<Reservations.Held>();
            reserved.forEach((id, place) -> {
                var reservation = place.reservation();
                if (reservation != null && !used.contains(id)) {
                    unused.add(new Reservations.Held(reservation, id));
                }
            });
            Reservations.release(session, unused);
        }
    }
}
