package io.tical.server.webhook;

import io.tical.common.Ids;
import io.tical.common.Word;
import io.tical.server.input.Query;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.EventType;
import io.tical.server.webhook.CallbackEndpoint.Kind;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Selects the deliveries of a list; a condition that is null matches everything.
 *
 * @param code the HTTP status that ended the last attempt, or {@link #UNANSWERED}
 * @param transactions the ids of transactions, one of which it must be about
 */
record DeliveryFilter(
        @Nullable Boolean livemode,
        Delivery.@Nullable Status status,
        @Nullable Kind endpoint,
        @Nullable UUID transactionId,
        @Nullable EventType event,
        @Nullable Integer code,
        @Nullable List<UUID> transactions) {
    /** The code of an attempt that had no answer. */
    public static final int UNANSWERED = 0;

    private static final Pattern CODE = Pattern.compile("[1-5][0-9]{2}");

    public DeliveryFilter(
            @Nullable Boolean livemode,
            Delivery.@Nullable Status status,
            @Nullable Kind endpoint,
            @Nullable UUID transactionId) {
        this(livemode, status, endpoint, transactionId, null, null, null);
    }

    /** The filters of merchants, who also filter by {@code event} and {@code code}, which is an HTTP status or {@code none}. */
    public static DeliveryFilter ofMerchant(Query query, @Nullable List<UUID> transactions) {
        var filter = of(query);
        return new DeliveryFilter(
                query.livemode().orElse(null),
                filter.status,
                filter.endpoint,
                filter.transactionId,
                word(query, "event", EventType.class, "must be the name of an event, such as payout.succeeded"),
                query.text("code")
                        .map(text -> code(text)
                                .orElseThrow(() -> unknown("code", "must be an HTTP status, such as 503, or none")))
                        .orElse(null),
                transactions);
    }

    /** Parses a code; empty if the text is not one. */
    public static Optional<Integer> code(String text) {
        if (text.equals("none")) {
            return Optional.of(UNANSWERED);
        }
        return CODE.matcher(text).matches() ? Optional.of(Integer.parseInt(text)) : Optional.empty();
    }

    /** The filters of operators, of all environments. */
    public static DeliveryFilter of(Query query) {
        return new DeliveryFilter(
                null,
                word(query, "status", Delivery.Status.class, "must be pending, delivered, failed or suspended"),
                word(query, "endpoint", Kind.class, "must be payin or payout"),
                query.text("transaction_id")
                        .map(text -> Ids.parse(text)
                                .orElseThrow(() -> unknown("transaction_id", "must be the id of a transaction")))
                        .orElse(null));
    }

    private static <E extends Enum<E> & Word> @Nullable E word(
            Query query, String field, Class<E> type, String message) {
        return query.text(field)
                .map(word -> Word.find(type, word).orElseThrow(() -> unknown(field, message)))
                .orElse(null);
    }

    private static Problem.Invalid unknown(String field, String message) {
        return new Problem.Invalid(field, "unknown", message);
    }
}
