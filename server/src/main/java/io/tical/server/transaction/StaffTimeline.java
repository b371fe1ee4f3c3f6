package io.tical.server.transaction;

import io.tical.server.key.TransactionKey;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/** The timelines of transactions as operators see them: with the actions, the names and the notes of operators. */
public record StaffTimeline(AuditLog log) {
    /**
     * Adds the actions of operators to the timeline that the merchant sees, oldest first.
     *
     * @param decided the ids of the objects on which operators decide: the transaction, and what belongs to it
     */
    public List<TimelineItem> of(TransactionKey transaction, Collection<UUID> decided, List<TimelineItem> timeline) {
        var acted = decided.stream().flatMap(id -> log.timeline(transaction.organizationId(), id).stream());
        return Stream.concat(timeline.stream(), acted)
                .sorted(Comparator.comparing(TimelineItem::at))
                .toList();
    }
}
