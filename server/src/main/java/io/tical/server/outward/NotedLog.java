package io.tical.server.outward;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A log of a node as the database knows it.
 *
 * @param known everything up to this place is in the database
 * @param systemIdentifier of the database with which it was last compared, with its timeline
 * @param note why people say that it is gone
 */
record NotedLog(
        UUID id,
        LogEnd known,
        LogStatus status,
        long systemIdentifier,
        long timeline,
        Instant comparedAt,
        @Nullable String note) {
    static NotedLog of(UUID id, LogEnd known, LogStatus status, DatabaseState comparedWith, Instant at) {
        return new NotedLog(id, known, status, comparedWith.systemIdentifier(), comparedWith.timeline(), at, null);
    }

    boolean isGone() {
        return status == LogStatus.GONE;
    }

    /** It, as two people say that it does not exist any more. */
    NotedLog gone(String why) {
        return new NotedLog(id, known, LogStatus.GONE, systemIdentifier, timeline, comparedAt, why);
    }

    /** Whether another note says the same of the same log. */
    boolean says(NotedLog other) {
        return id.equals(other.id) && known.equals(other.known) && status == other.status;
    }

    /** Whether it has been compared with this database. */
    boolean isComparedWith(DatabaseState now) {
        return now.isSame(systemIdentifier, timeline);
    }
}
