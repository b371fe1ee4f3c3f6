package io.tical.server.overview;

import io.tical.db.Session;
import java.util.Map;

/** A list in one environment, whose number in the database rises when its rows have changed. */
public record ListMark(String list, boolean livemode) {
    /** The numbers of all lists that have changed ever. */
    public static Map<ListMark, Long> all(Session session) {
        return ListMarkStore.all(session);
    }
}
