package io.tical.server.ticket;

import io.tical.common.Ids;
import io.tical.common.Word;
import io.tical.server.input.Query;
import io.tical.server.problem.Problem;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The filters of a list of tickets; null selects all.
 *
 * @param statuses an empty list selects all
 * @param text a prefix of the request id, of the ticket's id or of the transaction's id; an empty text selects all
 */
public record TicketFilter(
        List<TicketStatus> statuses,
        @Nullable TicketType type,
        @Nullable UUID transactionId,
        String text) {
    /** The word for the tickets that are open or claimed, which operators work on. */
    private static final String LIVE = "live";

    /** @throws Problem.Invalid when a filter is invalid */
    public static TicketFilter of(Query query) {
        var status = word(query, "status", TicketStatus.class);
        return of(query, status == null ? List.of() : List.of(status));
    }

    /**
     * The filters of operators, whose status may also be {@code live}: open or claimed.
     *
     * @throws Problem.Invalid when a filter is invalid
     */
    static TicketFilter ofOperators(Query query) {
        return query.text("status").filter(LIVE::equals).isEmpty()
                ? of(query)
                : of(
                        query,
                        Stream.of(TicketStatus.values())
                                .filter(TicketStatus::live)
                                .toList());
    }

    private static TicketFilter of(Query query, List<TicketStatus> statuses) {
        return new TicketFilter(
                statuses,
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
