package io.tical.server.transaction;

import io.tical.server.currency.Currencies;
import io.tical.server.input.Query;
import io.tical.server.problem.Problem;
import java.util.Locale;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Which transactions a list shows.
 *
 * @param text a prefix of the reference, of the id or of the holder name; empty selects nothing
 */
public record ListFilter(
        @Nullable String status,
        @Nullable String currency,
        @Nullable String reference,
        String text) {
    /** Whether there can be a transaction of its currency. */
    public boolean isPossible(Currencies currencies) {
        return currency == null || currencies.find(currency).isPresent();
    }

    ListFilter withStatus(String status) {
        return new ListFilter(status, currency, reference, text);
    }

    /**
     * Reads the filters of a query.
     *
     * @param transactions what is listed, in the plural
     * @throws Problem.Invalid for a filter that means nothing
     */
    public static ListFilter of(Query query, String transactions, Predicate<String> isStatus) {
        var status = query.text("status");
        if (status.isPresent() && !isStatus.test(status.get())) {
            throw new Problem.Invalid("status", "unknown", "is not a status of " + transactions);
        }
        var merchantRef = query.text("merchant_ref_id");
        var orderRef = query.text("order_ref");
        if (merchantRef.isPresent() && orderRef.isPresent()) {
            throw new Problem.Invalid(
                    "order_ref", "mixed_vocabulary", "and merchant_ref_id are the same filter; use one");
        }
        return new ListFilter(
                status.orElse(null),
                query.text("currency")
                        .map(code -> code.toUpperCase(Locale.ROOT))
                        .orElse(null),
                merchantRef.or(() -> orderRef).orElse(null),
                query.search());
    }
}
