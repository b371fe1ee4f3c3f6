package io.tical.server.ticket;

import io.tical.common.Ids;
import io.tical.common.Word;
import io.tical.server.input.Query;
import io.tical.server.problem.Problem;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The filters of a list of tickets; null selects all.
 *
 * @param text a prefix of the request id, of the ticket's id or of the transaction's id; an empty text selects all
 */
public record TicketFilter(
        @Nullable TicketStatus status,
        @Nullable TicketType type,
        @Nullable UUID transactionId,
        String text) {
    /** @throws Problem.Invalid when a filter is invalid */
    public static TicketFilter of(Query query) {
        return new TicketFilter(
                word(query, "status", TicketStatus.class),
                word(query, "issue_type", TicketType.class),
                query.text("transaction_id")
                        .map(text -> Ids.parse(text)
                                .orElseThrow(() -> new Problem.Invalid("transaction_id", "uuid", "must be a UUID")))
                        .orElse(null),
                query.search());
    }

    private static <E extends Enum<E> & Word> @Nullable E word(Query query, String name, Class<E> type) {
        return query.text(name)
                .map(word -> Word.find(type, word)
                        .orElseThrow(() -> new Problem.Invalid(name, "unknown", "must be one of " + Word.all(type))))
                .orElse(null);
    }
}
