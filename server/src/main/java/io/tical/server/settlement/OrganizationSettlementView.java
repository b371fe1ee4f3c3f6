package io.tical.server.settlement;

import io.tical.server.settlement.OrganizationSettlementRules.Range;
import io.tical.server.settlement.OrganizationSettlements.Preview;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A settlement to an account of the organization as JSON; a field without a value is null. Amounts are minor units, times Unix seconds. */
final class OrganizationSettlementView {
    /** The rate of a settlement in one currency. */
    private static final String SAME = "1";

    private OrganizationSettlementView() {}

    static Map<String, @Nullable Object> of(SettlementAggregate aggregate) {
        var settlement = aggregate.settlement();
        var terms = settlement.terms();
        var progress = settlement.progress();
        var view = new LinkedHashMap<String, @Nullable Object>();
        view.put("id", settlement.id());
        view.put("livemode", terms.livemode());
        view.put("status", status(settlement.status()));
        view.put("organization_account_id", terms.accountId());
        view.put("source_currency_code", terms.currency());
        view.put("source_amount", terms.amount());
        view.put("fee_amount", terms.fee());
        view.put("net_amount", terms.net());
        putTarget(view, aggregate);
        view.put("request_id", terms.requestId());
        view.put("failure_code", progress.failureCode());
        view.put("failure_message", progress.failureMessage());
        view.put("created_at", settlement.createdAt());
        view.put("updated_at", progress.updatedAt());
        view.put("finalized_at", progress.finalizedAt());
        return view;
    }

    /** Adds what the destination receives. */
    static void putTarget(Map<String, @Nullable Object> view, SettlementAggregate aggregate) {
        var conversion = aggregate.conversion();
        view.put("target_currency_code", aggregate.payableCurrency());
        view.put("target_amount", aggregate.payableAmount());
        view.put("rate", rate(conversion == null ? null : conversion.rate()));
    }

    private static String rate(@Nullable BigDecimal rate) {
        return rate == null ? SAME : rate.toPlainString();
    }

    /** The guide's vocabulary has three statuses. */
    private static String status(SettlementStatus status) {
        return switch (status) {
            case PENDING, PROCESSING -> "processing";
            case COMPLETED -> "success";
            case FAILED -> "failed";
        };
    }

    static Map<String, @Nullable Object> of(Preview preview, String requestId) {
        var terms = preview.terms();
        var view = new LinkedHashMap<String, @Nullable Object>();
        view.put("organization_account_id", preview.account().id());
        view.put("source_currency_code", terms.source().code());
        view.put("source_amount", terms.amount());
        view.put("fee_amount", terms.fee());
        view.put("net_amount", terms.net());
        view.put("target_currency_code", terms.target().code());
        view.put("target_amount", terms.targetAmount());
        view.put("rate", rate(terms.rate()));
        view.put("quote_id", preview.quoteId());
        view.put("expires_at", preview.expiresAt());
        view.put("request_id", requestId);
        return view;
    }

    static Map<String, @Nullable Object> of(Range range) {
        var view = new LinkedHashMap<String, @Nullable Object>();
        view.put("source_currency_code", range.min().source().code());
        view.put("source_min_amount", range.min().amount());
        view.put("source_max_amount", range.max().amount());
        view.put("target_currency_code", range.min().target().code());
        view.put("target_min_amount", range.min().targetAmount());
        view.put("target_max_amount", range.max().targetAmount());
        return view;
    }
}
