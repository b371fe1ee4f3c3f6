package io.tical.server.ticket;

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
record TicketFilter(
        List<TicketStatus> statuses,
        @Nullable TicketType type,
        @Nullable UUID transactionId,
        String text) {
    /** The word for the tickets that are open or claimed, which operators work on. */
    private static final String LIVE = "live";

    /** @throws Problem.Invalid when a filter is invalid */
    public static TicketFilter of(Query query) {
        return of(query, query.word("status", TicketStatus.class).stream().toList());
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
                query.word("issue_type", TicketType.class).orElse(null),
                query.id("transaction_id").orElse(null),
                query.search());
    }
}
