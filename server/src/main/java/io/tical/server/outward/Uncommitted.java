package io.tical.server.outward;

import java.util.Comparator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The transactions whose records are written down and that have not ended. The database is not said to know what a log has since the first
 * of them began. Thread-safe.
 */
final class Uncommitted {
    private final Set<Place> places = ConcurrentHashMap.newKeySet();

    /** Where a transaction began to write to a log. Each is another one, whatever it contains. */
    static final class Place {
        private final OutwardLog log;
        private final LogEnd end;

        private Place(OutwardLog log, LogEnd end) {
            this.log = log;
            this.end = end;
        }
    }

    /** Called before the records are written. */
    Place begin(OutwardLog log) {
        var place = new Place(log, log.end());
        places.add(place);
        return place;
    }

    /** The transaction has ended. */
    void end(Place place) {
        places.remove(place);
    }

    /** How far a log goes without what may not be in the database yet. */
    LogEnd before(OutwardLog log, LogEnd end) {
        return places.stream()
                .filter(one -> one.log == log)
                .map(one -> one.end)
                .filter(one -> one.records() < end.records())
                .min(Comparator.comparingLong(LogEnd::records))
                .orElse(end);
    }
}
