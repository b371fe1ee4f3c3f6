package io.tical.server.transaction;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One item of an object's timeline for merchants. It does not contain the names of operators.
 *
 * @param at Unix seconds
 * @param detail a record or a map
 * @param kind {@code state}, {@code posting}, {@code delivery}, {@code slip} or {@code match}
 */
public record TimelineItem(
        long at,
        String kind,
        String title,
        Object detail,
        @Nullable String requestId) {
    TimelineItem at(Instant time) {
        return new TimelineItem(time.getEpochSecond(), kind, title, detail, requestId);
    }
}
