package io.tical.server.settlement;

import io.tical.common.CurrencyProfile;
import io.tical.common.Ids;
import io.tical.db.Database;
import io.tical.server.idempotency.IdempotentRequest;
import io.tical.server.idempotency.StoredAnswer;
import io.tical.server.key.TransactionKey;
import io.tical.server.ledger.GroupCommit;
import io.tical.server.merchant.Policies;
import io.tical.server.problem.Problem;
import io.tical.server.rate.ExchangeRates;
import io.tical.server.settlement.OrganizationSettlementRules.Range;
import io.tical.server.settlement.OrganizationSettlementRules.Terms;
import io.tical.server.treasury.OrganizationAccounts;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The use cases of settlements to accounts of the organization itself. */
record OrganizationSettlements(
        Database database,
        GroupCommit groupCommit,
        Policies policies,
        OrganizationSettlementRules rules,
        OrganizationSettlementCreation creation,
        ExchangeRates rates,
        Quotes quotes,
        Clock clock) {
    /** How long a quote is valid. */
    private static final Duration QUOTE_PERIOD = Duration.ofSeconds(60);

    /**
     * The terms of a possible settlement.
     *
     * @param quoteId creates the settlement with these terms; null when the currencies are the same
     * @param expiresAt null without a quote
     */
    record Preview(
            TransactionKey account,
            Terms terms,
            @Nullable String quoteId,
            @Nullable Instant expiresAt) {}

    /**
     * The amounts that can be settled from one currency to an account.
     *
     * @throws Problem.NotFound {@code ORGANIZATION_ACCOUNT_NOT_FOUND}
     * @throws Problem.Refused {@code CONVERSION_UNAVAILABLE} when no rate is configured
     */
    Range limits(TransactionKey account, String sourceCurrency) {
        var destination = database.run(session -> OrganizationAccounts.find(session, account))
                .orElseThrow(() -> Problem.NotFound.of("organization_account"));
        var source = rules.source(sourceCurrency);
        var target = rules.target(destination.currency());
        var rate = rate(account.livemode(), source, target);
        return rules.range(policies.of(account.organizationId()), account.livemode(), source, target, rate);
    }

    /** The terms of a settlement, with a quote when its amount is converted. Changes nothing. */
    Preview preview(OrganizationSettlementRequest request) {
        var asked = request.asked();
        var account = OrganizationSettlementRules.destination(
                database.run(session -> OrganizationAccounts.find(session, asked.account()))
                        .orElse(null));
        var source = rules.source(asked.sourceCurrency());
        var target = rules.target(account.currency());
        OrganizationSettlementRules.requireNamed(request, account);
        var rate = rate(request.livemode(), source, target);
        var policy = policies.of(request.organizationId());
        var terms = rules.terms(policy, request.livemode(), source, target, asked.sourceAmount(), rate);
        if (rate == null) {
            return new Preview(asked.account(), terms, null, null);
        }
        var expiresAt = clock.instant().truncatedTo(ChronoUnit.SECONDS).plus(QUOTE_PERIOD);
        var quote = new Quote(Ids.next(), terms.fee(), terms.targetAmount(), rate, expiresAt);
        return new Preview(asked.account(), terms, quotes.write(quote, asked), expiresAt);
    }

    /** Creates a settlement and captures its amount, in one commit. */
    StoredAnswer create(OrganizationSettlementRequest request, IdempotentRequest<SettlementAggregate> idempotent) {
        var quoteId = request.quoteId();
        var quote = quoteId == null ? null : quotes.read(quoteId, request.asked());
        return groupCommit.answer(creation, new OrganizationSettlementCreation.Create(request, quote), idempotent);
    }

    /** @throws Problem.NotFound when the merchant has no such settlement to an account of its own in this environment */
    SettlementAggregate get(TransactionKey key) {
        return database.run(session -> SettlementStore.find(session, List.of(key))).stream()
                .filter(SettlementAggregate::guide)
                .findFirst()
                .orElseThrow(() -> Problem.NotFound.of("organization_settlement"));
    }

    /** The rate between two currencies; null when they are the same. */
    private @Nullable BigDecimal rate(boolean livemode, CurrencyProfile source, CurrencyProfile target) {
        return source.equals(target)
                ? null
                : rates.find(livemode, source.code(), target.code())
                        .orElseThrow(() -> rules.unavailable(source, target));
    }
}
