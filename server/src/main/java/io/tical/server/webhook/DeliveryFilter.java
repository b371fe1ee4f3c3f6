package io.tical.server.webhook;

import io.tical.common.Ids;
import io.tical.common.Word;
import io.tical.server.input.Query;
import io.tical.server.merchant.CallbackEndpoint.Kind;
import io.tical.server.problem.Problem;
import java.util.Optional;
import java.util.UUID;

/** Selects the deliveries of a list; empty conditions match everything. */
public record DeliveryFilter(
        Optional<Boolean> livemode,
        Optional<Delivery.Status> status,
        Optional<Kind> endpoint,
        Optional<UUID> transactionId) {
    public static DeliveryFilter of(Query query) {
        return new DeliveryFilter(
                query.livemode(),
                word(query, "status", Delivery.Status.class, "must be pending, delivered, failed or suspended"),
                word(query, "endpoint", Kind.class, "must be payin or payout"),
                query.text("transaction_id")
                        .map(text -> Ids.parse(text)
                                .orElseThrow(() -> unknown("transaction_id", "must be the id of a transaction"))));
    }

    private static <E extends Enum<E> & Word> Optional<E> word(
            Query query, String field, Class<E> type, String message) {
        return query.text(field).map(word -> Word.find(type, word).orElseThrow(() -> unknown(field, message)));
    }

    private static Problem.Invalid unknown(String field, String message) {
        return new Problem.Invalid(field, "unknown", message);
    }
}
