package io.tical.server.outward;

import io.tical.server.outward.DatabaseState.Identity;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A log of a node as the database knows it.
 *
 * @param known everything up to this place is in the database
 * @param comparedWith the database with which it was last compared
 * @param note why people say that it is gone
 */
record NotedLog(
        UUID id,
        LogEnd known,
        LogStatus status,
        Identity comparedWith,
        Instant comparedAt,
        @Nullable String note) {
    static NotedLog of(UUID id, LogEnd known, LogStatus status, DatabaseState comparedWith, Instant at) {
        return new NotedLog(id, known, status, comparedWith.identity(), at, null);
    }

    /** One of which this database knows nothing, and another node does. */
    static NotedLog forgotten(UUID id, Instant comparedAt) {
        return new NotedLog(id, LogEnd.NOTHING, LogStatus.OPEN, Identity.UNKNOWN, comparedAt, null);
    }

    boolean isGone() {
        return status == LogStatus.GONE;
    }

    /** It, as two people say that it does not exist any more. */
    NotedLog gone(String why) {
        return new NotedLog(id, known, LogStatus.GONE, comparedWith, comparedAt, why);
    }

    /** It, if its node may have written more to it than this database knows: it must be compared. */
    NotedLog doubted(Map<UUID, Instant> remembered, DatabaseState now) {
        var heard = OutwardLog.later(comparedAt, remembered.getOrDefault(id, Instant.MIN));
        return new NotedLog(
                id, known, LogStatus.OPEN, isComparedWith(now) ? Identity.UNKNOWN : comparedWith, heard, note);
    }

    /** It, noted at this time, or when it was noted before if that is later: so what was noted last is known by its time. */
    NotedLog notBefore(Instant other) {
        return new NotedLog(id, known, status, comparedWith, OutwardLog.later(comparedAt, other), note);
    }

    /** Whether another note says the same of the same log. */
    boolean says(NotedLog other) {
        return id.equals(other.id)
                && known.equals(other.known)
                && status == other.status
                && comparedWith.equals(other.comparedWith);
    }

    /** Whether it was noted later than this, in a state of the database that is lost. */
    boolean isBefore(Map<UUID, Instant> remembered) {
        return comparedAt.isBefore(remembered.getOrDefault(id, Instant.MIN));
    }

    /** Whether it may have what this database does not know. */
    boolean mayHaveMoreThan(DatabaseState now) {
        return status == LogStatus.OPEN && !isComparedWith(now);
    }

    /** Whether it has been compared with this database. */
    boolean isComparedWith(DatabaseState now) {
        return now.identity().equals(comparedWith);
    }
}
