package io.tical.server.transaction;

import io.tical.common.Word;
import io.tical.server.currency.Currencies;
import io.tical.server.input.Query;
import io.tical.server.problem.Problem;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The filters of a list of transactions.
 *
 * @param status a value of the status column, or of {@link TransactionList#status}
 * @param text a prefix of the reference, the id or the holder name, or any part of a transaction in a {@link PartSearch}; an empty text
 *     matches everything
 */
public record ListFilter(
        @Nullable String status,
        @Nullable String currency,
        @Nullable String reference,
        String text,
        Narrowing narrowing) {
    public ListFilter(@Nullable String status, @Nullable String currency, @Nullable String reference, String text) {
        this(status, currency, reference, text, Narrowing.NONE);
    }

    /** Whether transactions of its currency can exist. */
    public boolean isPossible(Currencies currencies) {
        return currency == null || currencies.find(currency).isPresent();
    }

    /** This filter together with these. */
    public ListFilter with(Narrowing more) {
        return new ListFilter(status, currency, reference, text, more);
    }

    /** The currencies that it allows: its own, or those of its channel; empty for any. */
    List<String> currencies() {
        return currency == null ? narrowing.currencies() : List.of(currency);
    }

    /**
     * Reads the filters of a query.
     *
     * @param transactions the plural name of the listed objects
     * @throws Problem.Invalid when a filter is invalid
     */
    public static <S extends Enum<S> & Word> ListFilter of(Query query, String transactions, Class<S> statuses) {
        var merchantRef = query.text("merchant_ref_id");
        var orderRef = query.text("order_ref");
        if (merchantRef.isPresent() && orderRef.isPresent()) {
            throw new Problem.Invalid(
                    "order_ref", "mixed_vocabulary", "and merchant_ref_id are the same filter; use one");
        }
        return of(query, transactions, statuses, merchantRef.or(() -> orderRef).orElse(null));
    }

    /**
     * The same with another reference.
     *
     * @throws Problem.Invalid when a filter is invalid
     */
    public static <S extends Enum<S> & Word> ListFilter of(
            Query query, String transactions, Class<S> statuses, @Nullable String reference) {
        var status = query.text("status");
        if (status.isPresent() && Word.find(statuses, status.get()).isEmpty()) {
            throw new Problem.Invalid("status", "unknown", "is not a status of " + transactions);
        }
        return new ListFilter(
                status.orElse(null),
                query.text("currency")
                        .map(code -> code.toUpperCase(Locale.ROOT))
                        .orElse(null),
                reference,
                query.search());
    }
}
