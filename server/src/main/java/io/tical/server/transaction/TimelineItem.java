package io.tical.server.transaction;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One item of an object's timeline for merchants. It does not contain the names of operators.
 *
 * @param at the exact time; Unix seconds in JSON
 * @param detail a record or a map; a {@link TimelineDetail} in the kinds {@code state} and {@code posting}
 * @param kind {@code state}, {@code posting}, {@code delivery}, {@code slip}, {@code consent} or {@code match}; {@code staff} for operators
 */
public record TimelineItem(
        Instant at,
        String kind,
        String title,
        Object detail,
        @Nullable String requestId) {
    /**
     * A direct match. It discloses nothing about the other merchant.
     *
     * @param releasedAt null unless it was released
     */
    public static List<TimelineItem> match(Instant openedAt, @Nullable Instant releasedAt) {
        var opened = new TimelineItem(openedAt, "match", "matched", Map.of("match", "open"), null);
        return releasedAt == null
                ? List.of(opened)
                : List.of(
                        opened,
                        new TimelineItem(releasedAt, "match", "match released", Map.of("match", "released"), null));
    }

    TimelineItem notBefore(Instant earliest) {
        return at.isBefore(earliest) ? new TimelineItem(earliest, kind, title, detail, requestId) : this;
    }
}
