package io.tical.server.lost;

import io.tical.server.outward.KnownLogs;
import io.tical.server.outward.LogStatus;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A log as JSON; times are Unix seconds.
 *
 * @param records everything up to this one is in the database
 * @param systemIdentifier of the database with which it was last compared; a text, because JSON numbers of this size lose digits
 * @param timeline of that database
 * @param compared whether it was compared with the database as it is now
 * @param seenAt when its node was last at work
 * @param alive whether that was in the last 30 seconds
 * @param held whether the node that answers has it
 * @param blocks whether the node that answers lets nothing leave because of it
 * @param note why two administrators say that it is gone
 */
record LogView(
        UUID id,
        LogStatus status,
        long records,
        String systemIdentifier,
        long timeline,
        boolean compared,
        Instant comparedAt,
        Instant seenAt,
        boolean alive,
        boolean held,
        boolean blocks,
        @Nullable String note) {
    static LogView of(KnownLogs.Known log, List<UUID> held, List<UUID> missing) {
        return new LogView(
                log.id(),
                log.status(),
                log.records(),
                Long.toUnsignedString(log.systemIdentifier()),
                log.timeline(),
                log.compared(),
                log.comparedAt(),
                log.seenAt(),
                log.alive(),
                held.contains(log.id()),
                missing.contains(log.id()),
                log.note());
    }
}
