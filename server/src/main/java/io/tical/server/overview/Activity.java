package io.tical.server.overview;

import io.tical.db.Session;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The outcomes of recently created objects of one kind, in all organizations. Each statement must use an index. */
@FunctionalInterface
public interface Activity {
    /**
     * Counts the objects of one environment.
     *
     * @param hours the beginnings of the hours, oldest first; the last one is the current hour
     */
    List<Count> counts(Session session, boolean livemode, List<Instant> hours);

    /**
     * Objects of one kind.
     *
     * @param kind such as {@code payin}
     * @param subject the common property of the counted objects, such as a currency or a rail
     * @param hour the hour of their creation; null for a count of the current state
     * @param outcome their outcome so far, such as {@code succeeded}
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
