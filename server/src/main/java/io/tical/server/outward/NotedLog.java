package io.tical.server.outward;

import io.tical.common.Word;
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
        Status status,
        long systemIdentifier,
        long timeline,
        Instant comparedAt,
        @Nullable String note) {
    /** Whether a log is needed for a comparison. */
    enum Status implements Word {
        /** A node writes to it. */
        OPEN,
        /** Its node stopped in an orderly way, when all of it was known. */
        CLOSED,
        /** Two people said that it does not exist any more. */
        GONE
    }

    static NotedLog of(UUID id, LogEnd known, Status status, DatabaseState comparedWith, Instant at) {
        return new NotedLog(id, known, status, comparedWith.systemIdentifier(), comparedWith.timeline(), at, null);
    }

    /** Whether it has been compared with this database. */
    boolean isComparedWith(DatabaseState now) {
        return now.isSame(systemIdentifier, timeline);
    }
}
