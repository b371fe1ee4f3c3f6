package io.tical.server.ledger;

import io.tical.db.RowKey;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Collects the findings of one part of an audit. All parts together keep {@value #KEPT_MAX} findings: the first ones in the order of the
 * parts, whichever part runs first. One thread uses each part.
 */
final class Findings {
    /** Limits the memory; nobody restores more rows by hand. */
    static final int KEPT_MAX = 10_000;

    private final Kept kept;
    private final int part;
    private int count;

    /** The first part. */
    Findings() {
        this(new Kept(), 0);
    }

    private Findings(Kept kept, int part) {
        this.kept = kept;
        this.part = part;
    }

    /** The position of a finding in the report. */
    private record Place(int part, int number) implements Comparable<Place> {
        private static final Comparator<Place> ORDER =
                Comparator.comparingInt(Place::part).thenComparingInt(Place::number);

        @Override
        public int compareTo(Place other) {
            return ORDER.compare(this, other);
        }
    }

    /** The findings of all parts. */
    private static final class Kept {
        private final NavigableMap<Place, Finding> byPlace = new TreeMap<>();
        private final Set<RowKey> rows = new HashSet<>();

        synchronized void add(Place place, Finding finding) {
            byPlace.put(place, finding);
            if (byPlace.size() > KEPT_MAX) {
                byPlace.pollLastEntry();
            }
        }

        synchronized void add(RowKey row) {
            if (rows.size() < KEPT_MAX) {
                rows.add(row);
            }
        }

        synchronized boolean has(RowKey row) {
            return rows.contains(row);
        }

        synchronized List<Finding> between(int part, int end) {
            return List.copyOf(
                    byPlace.subMap(new Place(part, 0), new Place(end, 0)).values());
        }
    }

    /** Another part of the same audit. */
    Findings ofPart(int part) {
        return new Findings(kept, part);
    }

    void add(Finding finding) {
        kept.add(new Place(part, count++), finding);
    }

    void add(String table, String key, Object expected, Object found) {
        add(new Finding(table, key, String.valueOf(expected), String.valueOf(found)));
    }

    /** Records that a finding is about this row, so that another part does not report it for the same reason. */
    void about(RowKey row) {
        kept.add(row);
    }

    /** Whether any part has a finding about this row. */
    boolean areAbout(RowKey row) {
        return kept.has(row);
    }

    /**
     * Adds a finding if the MAC of a row is invalid; returns whether it is valid.
     *
     * @param altered the columns that differ
     */
    boolean unaltered(List<String> altered, String table, Supplier<String> key) {
        if (!altered.isEmpty()) {
            add(
                    table,
                    key.get() + " " + String.join(", ", altered),
                    "what the service wrote, according to the row's MAC",
                    "other values");
        }
        return altered.isEmpty();
    }

    /** Proves a row, and adds the finding that the proof throws; returns whether the proof succeeded. */
    boolean holds(Runnable proof) {
        try {
            proof.run();
            return true;
        } catch (Finding.Found found) {
            add(found.finding());
            return false;
        }
    }

    /** The number of findings of this part. */
    int count() {
        return count;
    }

    /** The findings from this part to the one before {@code end}. */
    List<Finding> until(int end) {
        return kept.between(part, end);
    }
}
