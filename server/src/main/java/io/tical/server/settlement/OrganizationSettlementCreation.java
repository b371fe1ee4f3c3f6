package io.tical.server.settlement;

import io.tical.db.Session;
import io.tical.server.currency.Currencies;
import io.tical.server.key.TransactionKey;
import io.tical.server.key.WalletKey;
import io.tical.server.ledger.GroupOperation;
import io.tical.server.ledger.GroupWallets;
import io.tical.server.merchant.Policies;
import io.tical.server.problem.Problem;
import io.tical.server.rail.Rails;
import io.tical.server.transaction.Dialect;
import io.tical.server.treasury.OrganizationAccount;
import io.tical.server.treasury.OrganizationAccounts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Creates the settlements of one group to accounts of their organizations. It locks the accounts, so that none is removed while a
 * settlement to it is open.
 */
final class OrganizationSettlementCreation
        implements GroupOperation<OrganizationSettlementCreation.Create, SettlementAggregate> {
    private final Policies policies;
    private final Currencies currencies;
    private final OrganizationSettlementRules rules;
    private final SettlementCreationRules creation;

    /** @param quote the valid quote that the request names; null without one */
    record Create(
            OrganizationSettlementRequest request, @Nullable Quote quote) {
        /** The key of the conversion that uses the quote. */
        @Nullable
        TransactionKey use() {
            return quote == null ? null : new TransactionKey(request.organizationId(), request.livemode(), quote.id());
        }
    }

    OrganizationSettlementCreation(Policies policies, Currencies currencies, Rails rails) {
        this.policies = policies;
        this.currencies = currencies;
        this.rules = new OrganizationSettlementRules(currencies, rails);
        this.creation = new SettlementCreationRules(currencies, rails);
    }

    @Override
    public Part<Create, SettlementAggregate> begin(Session session, List<Create> requests) {
        var organizations =
                requests.stream().map(one -> one.request().organizationId()).collect(Collectors.toSet());
        return new Creations(requests, policies.of(session, organizations));
    }

    private final class Creations implements Part<Create, SettlementAggregate> {
        private final List<Create> requests;
        private final Policies.Snapshot policies;
        private final Set<TransactionKey> used = new HashSet<>();
        private final List<SettlementAggregate> created = new ArrayList<>();
        private Map<TransactionKey, OrganizationAccount> accounts = Map.of();

        Creations(List<Create> requests, Policies.Snapshot policies) {
            this.requests = requests;
            this.policies = policies;
        }

        @Override
        public SortedSet<WalletKey> wallets() {
            return requests.stream()
                    .map(one -> one.request().asked())
                    .filter(asked -> currencies.isHeld(asked.sourceCurrency()))
                    .map(OrganizationSettlementRequest.Asked::wallet)
                    .collect(Collectors.toCollection(TreeSet::new));
        }

        @Override
        public void readForDecisions(Session session) {
            var quotes =
                    requests.stream().map(Create::use).filter(Objects::nonNull).collect(Collectors.toSet());
            ConversionStore.usedLater(session, quotes, used);
            accounts = OrganizationAccounts.lock(
                    session,
                    requests.stream()
                            .map(one -> one.request().asked().account())
                            .collect(Collectors.toSet()));
        }

        @Override
        public SettlementAggregate decide(Create create, GroupWallets wallets) {
            var request = create.request();
            var asked = request.asked();
            var account = OrganizationSettlementRules.destination(accounts.get(asked.account()));
            var source = rules.source(asked.sourceCurrency());
            OrganizationSettlementRules.requireNamed(request, account);
            var quote = create.quote();
            var terms = account.currency().equals(source.code())
                    ? rules.terms(
                            policies.of(request.organizationId()),
                            request.livemode(),
                            source,
                            source,
                            asked.sourceAmount(),
                            null)
                    : quoted(create, account, wallets.now());
            var captured = creation.captured(terms(request, account, terms), wallets.now());
            var settlement = captured.after();
            if (quote != null && terms.rate() != null) {
                settlement = settlement.with(new Conversion(
                        settlement.key(),
                        quote.id(),
                        source.code(),
                        terms.net(),
                        account.currency(),
                        terms.targetAmount(),
                        terms.rate()));
            }
            wallets.post(asked.wallet(), captured.movements());
            var use = create.use();
            if (use != null) {
                used.add(use);
            }
            created.add(settlement);
            return settlement;
        }

        /** The terms of the quote, if it has not expired and was not used. */
        private OrganizationSettlementRules.Terms quoted(Create create, OrganizationAccount account, Instant now) {
            var request = create.request();
            var quote = create.quote();
            if (quote == null) {
                throw new Problem.Invalid(
                        "quote_id", "required", "is required for a conversion; ask for a preview first");
            }
            if (used.contains(create.use())) {
                throw new Problem.Conflict(
                        "QUOTE_ALREADY_USED", "A settlement was created with this quote; ask for a new preview");
            }
            if (!now.isBefore(quote.expiresAt())) {
                throw new Problem.Refused("QUOTE_EXPIRED", "This quote has expired; ask for a new preview");
            }
            return new OrganizationSettlementRules.Terms(
                    rules.source(request.asked().sourceCurrency()),
                    rules.target(account.currency()),
                    request.asked().sourceAmount(),
                    quote.fee(),
                    quote.targetAmount(),
                    quote.rate());
        }

        private Settlement.Terms terms(
                OrganizationSettlementRequest request,
                OrganizationAccount account,
                OrganizationSettlementRules.Terms terms) {
            return new Settlement.Terms(
                    request.organizationId(),
                    request.livemode(),
                    Dialect.GUIDE,
                    null,
                    terms.source().code(),
                    terms.amount(),
                    terms.fee(),
                    account.key().id(),
                    account.bankCode(),
                    account.accountNo(),
                    account.holderName(),
                    request.requestId());
        }

        @Override
        public void write(Session session) {
            if (!created.isEmpty()) {
                SettlementStore.insertLater(
                        session,
                        created.stream().map(SettlementAggregate::settlement).toList());
                ConversionStore.insertLater(
                        session,
                        created.stream()
                                .map(SettlementAggregate::conversion)
                                .filter(Objects::nonNull)
                                .toList());
            }
        }
    }
}
