package io.tical.server.ticket;

import io.tical.common.Ids;
import io.tical.server.key.TransactionKey;
import java.time.Instant;
import java.util.UUID;

/**
 * A comment of an operator on a ticket. It never changes.
 *
 * @param operator the username
 * @param visible whether the merchant can read it; otherwise it is a note for colleagues
 */
public record TicketComment(TransactionKey ticket, UUID id, String operator, boolean visible, String text) {
    public Instant createdAt() {
        return Ids.madeAt(id);
    }
}
