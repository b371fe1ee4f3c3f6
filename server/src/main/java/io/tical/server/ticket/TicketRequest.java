package io.tical.server.ticket;

import io.tical.server.input.JsonBody;
import io.tical.server.key.RequestKey;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A ticket that a merchant opens.
 *
 * @param requestId the {@code X-Request-Id} of a request, or the id of a transaction
 * @param transactionId the transaction, if the merchant knows it
 */
record TicketRequest(String requestId, @Nullable UUID transactionId, Ticket.Issue issue) {
    private static final int REQUEST_ID_MAX = 128;

    /** @throws io.tical.server.problem.Problem.Invalid */
    public static TicketRequest parse(JsonBody body) {
        var type = body.word("issue_type", TicketType.class);
        var subType = body.word("issue_sub_type", TicketSubType.class);
        var requestId = body.text("request_id", REQUEST_ID_MAX);
        if (!requestId.isBlank() && !RequestKey.isId(requestId)) {
            body.wrong(
                    "request_id",
                    "format",
                    "must have 1 to 128 characters of A-Z, a-z, 0-9, dot, underscore and hyphen");
        }
        var transactionId = body.has("transaction_id") ? body.id("transaction_id") : null;
        var description = body.textOrNull("description", Ticket.Issue.DESCRIPTION_MAX);
        body.check();
        return new TicketRequest(
                requestId,
                transactionId,
                new Ticket.Issue(
                        type.orElseThrow(),
                        subType.orElseThrow(),
                        description == null || description.isBlank() ? null : description.strip()));
    }
}
