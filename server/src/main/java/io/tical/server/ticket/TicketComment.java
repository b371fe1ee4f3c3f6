package io.tical.server.ticket;

import io.tical.common.Ids;
import io.tical.server.transaction.TransactionKey;
import java.time.Instant;
import java.util.UUID;

/**
 * What an operator wrote about a ticket. It never changes.
 *
 * @param operator the username
 * @param visible whether the merchant reads it; otherwise it is a note for colleagues
 */
public record TicketComment(TransactionKey ticket, UUID id, String operator, boolean visible, String text) {
    public Instant createdAt() {
        return Ids.madeAt(id);
    }
}
