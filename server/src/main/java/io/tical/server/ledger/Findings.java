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
 * Takes what one part of an audit finds. All parts together keep {@value #KEPT_MAX} findings: the first ones in the order of the parts,
 * whichever runs first. Each part is for one thread.
 */
final class Findings {
    /** More are not kept: they need memory, and nobody restores so many rows by hand. */
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

    /** Where in the report a finding is. */
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

    /** Notes that a finding is about this row, so that another part need not report it for the same reason. */
    void about(RowKey row) {
        kept.add(row);
    }

    /** Whether any part has a finding about this row. */
    boolean areAbout(RowKey row) {
        return kept.has(row);
    }

    /**
     * Adds a finding if the service did not write a row, by its MAC; returns whether it wrote it.
     *
     * @param altered the columns that differ
     */
    boolean unaltered(List<String> altered, String table, Supplier<String> key) {
        if (!altered.isEmpty()) {
            add(
                    table,
                    key.get() + " " + String.join(", ", altered),
                    "what the service wrote, by the MAC of the row",
                    "something else");
        }
        return altered.isEmpty();
    }

    /** Proves a row, and adds what it fails with; returns whether it holds. */
    boolean holds(Runnable proof) {
        try {
            proof.run();
            return true;
        } catch (Finding.Found found) {
            add(found.finding());
            return false;
        }
    }

    /** How many this part has found. */
    int count() {
        return count;
    }

    /** What was found, from this part to the one before {@code end}. */
    List<Finding> until(int end) {
        return kept.between(part, end);
    }
}
