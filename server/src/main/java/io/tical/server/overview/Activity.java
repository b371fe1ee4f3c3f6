package io.tical.server.overview;

import io.tical.db.Session;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What came of the objects of one kind that were created lately, in all organizations. Each statement must use an index. */
@FunctionalInterface
public interface Activity {
    /**
     * Counts the objects of one environment.
     *
     * @param hours the beginnings of the hours, oldest first; the last one is the present hour
     */
    List<Count> counts(Session session, boolean livemode, List<Instant> hours);

    /**
     * Objects of one kind.
     *
     * @param kind such as {@code payin}
     * @param subject what they have in common, such as a currency or a rail
     * @param hour when they were created; null for what is counted as it is now
     * @param outcome what has come of them since, such as {@code succeeded}
     * @param amount minor units; null for objects without money
     */
    record Count(
            String kind,
            String subject,
            @Nullable Instant hour,
            String outcome,
            long count,
            @Nullable Long amount) {}
}
