package io.tical.server.transaction;

import java.time.Instant;
import java.util.Map;

/** The timeline items of a direct match. They disclose nothing about the other merchant. */
public final class MatchItems {
    private MatchItems() {}

    public static Timeline.Entry matched(Instant at) {
        return entry(at, "matched", "open");
    }

    public static Timeline.Entry released(Instant at) {
        return entry(at, "match released", "released");
    }

    private static Timeline.Entry entry(Instant at, String title, String match) {
        return new Timeline.Entry(
                at, new TimelineItem(at.getEpochSecond(), "match", title, Map.of("match", match), null));
    }
}
