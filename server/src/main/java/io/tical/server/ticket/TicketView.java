package io.tical.server.ticket;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tical.server.transaction.TimelineItem;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A ticket as JSON for merchants; times are Unix seconds.
 *
 * @param transactionId null if unknown
 * @param resolution null unless it is resolved or rejected
 * @param resolvedAt when it was resolved or rejected, or null
 */
record TicketView(
        UUID id,
        String requestId,
        @Nullable UUID transactionId,
        TicketType issueType,
        TicketSubType issueSubType,
        TicketStatus status,
        @Nullable String description,
        @Nullable String resolution,
        Instant createdAt,
        Instant updatedAt,
        @Nullable Instant resolvedAt) {
    public static TicketView of(Ticket ticket) {
        var about = ticket.about();
        var closing = ticket.closing();
        return new TicketView(
                ticket.key().id(),
                ticket.requestId(),
                about == null ? null : about.transactionId(),
                ticket.issue().type(),
                ticket.issue().subType(),
                ticket.status(),
                ticket.issue().description(),
                closing == null ? null : closing.resolution(),
                ticket.createdAt(),
                ticket.updatedAt(),
                closing == null ? null : closing.at());
    }

    /** A comment without its author. */
    private record Comment(UUID id, String text, Instant createdAt) {}

    /**
     * One ticket.
     *
     * @param comments the comments that the merchant can read, oldest first
     * @param timeline the timeline of the transaction; null without a transaction, or if the key may not read it
     */
    private record Detailed(
            @JsonUnwrapped TicketView ticket,
            List<Comment> comments,
            @Nullable List<TimelineItem> timeline) {}

    public static Object of(Ticket ticket, List<TicketComment> comments, @Nullable List<TimelineItem> timeline) {
        var visible = comments.stream()
                .filter(TicketComment::visible)
                .map(one -> new Comment(one.id(), one.text(), one.createdAt()))
                .toList();
        return new Detailed(of(ticket), visible, timeline);
    }
}
